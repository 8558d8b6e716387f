"""A change runs again what depends on it, and nothing else."""

from plan import planned_jobs, planned_methods
from prism.study import load
from prism.study.runs import study_runs
from project import ROOT, Project


def test_editing_the_tables_code_renders_and_trains_nothing(changed: Project) -> None:
    changed.edit("prism/render/tables.py", "Nothing of it was run.", "Nothing was run.")
    assert set(planned_jobs(changed.plan())) == {"table", "report", "all"}


def test_editing_a_kind_of_figure_draws_that_kind_alone(changed: Project) -> None:
    changed.edit("prism/figures/threshold.py", '"threshold m"', '"threshold"')
    assert planned_jobs(changed.plan()) == {"figure": 1, "report": 1, "all": 1}


def test_editing_the_code_of_a_table_of_times_renders_it_alone(changed: Project) -> None:
    changed.edit("prism/render/timing_table.py", 'f"Paper, {', 'f"The paper, {')
    assert set(planned_jobs(changed.plan())) == {"timing_table", "report", "all"}


def test_editing_how_times_are_measured_trains_nothing(changed: Project) -> None:
    changed.edit("params.yaml", "timing: {iterations: 5,", "timing: {iterations: 6,")
    assert set(planned_jobs(changed.plan())) == {"timing", "timing_table", "claims", "report", "all"}


def test_editing_the_template_renders_the_report_alone(changed: Project) -> None:
    changed.edit("prism/render/templates/page.html", "<h1>PRISM, reproduced", "<h1>PRISM, again")
    assert set(planned_jobs(changed.plan())) == {"report", "all"}


def test_editing_the_style_renders_the_report_alone(changed: Project) -> None:
    changed.edit("prism/render/templates/page.css", "max-width: 72rem", "max-width: 80rem")
    assert set(planned_jobs(changed.plan())) == {"report", "all"}


def test_editing_a_caption_trains_nothing(changed: Project) -> None:
    changed.edit("params.yaml", "under Small Cluster label noise", "with Small Cluster noise")
    assert set(planned_jobs(changed.plan())) == {"table", "report", "all"}


def test_editing_a_methods_parameter_trains_that_method_alone(changed: Project) -> None:
    entry = "    uses: contrastive\n    settings:\n      margin: 0."
    changed.edit("params.yaml", f"{entry}5", f"{entry}4")
    plan = changed.plan()
    assert planned_methods(plan) == {"contrastive"}
    assert planned_jobs(plan)["train"] == 2


def test_editing_a_methods_file_trains_what_is_made_of_it(changed: Project) -> None:
    changed.edit("prism/methods/softtriple.py", "gamma=s.gamma", "gamma=2 * s.gamma")
    plan = changed.plan()
    planned = {method.partition("@")[0] for method in planned_methods(plan)}
    assert planned == {"softtriple", "softtriple_prism", "softtriple_prism_auto"}
    assert not {"features", "noise", "prepare"} & set(planned_jobs(plan))


def test_editing_the_filter_leaves_unfiltered_methods_alone(changed: Project) -> None:
    changed.edit("prism/core/filter.py", "window: int = 30", "window: int = 31")
    planned = {method.partition("@")[0] for method in planned_methods(changed.plan())}
    filtered = {"mcl_prism", "softtriple_prism", "mcl_prism_auto", "softtriple_prism_auto"}
    assert planned == filtered | {"mcl_oracle"}  # whose filter drops nothing


def test_another_seed_adds_its_runs_alone(changed: Project) -> None:
    changed.edit("params.yaml", "    seeds: [0]\n", "    seeds: [0, 1]\n")
    jobs = planned_jobs(changed.plan())
    assert jobs["train"] == len(study_runs(load(ROOT / "params.yaml").model_copy(update={"study": "smoke"})))
    assert "noise" not in jobs
