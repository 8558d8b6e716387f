"""The whole workflow on a slice of the glyphs dataset."""

import hashlib
import json
import re

import pandas as pd
import pytest

from plan import planned_jobs
from prism.render.pdf import has_latex
from prism.study import load
from prism.study.runs import study_runs
from project import ROOT, Project

STUDY = load(ROOT / "params.yaml").studies["smoke"]
RENDERED = ["metrics.csv", "curves.csv", "claims.*", "report.*", "tables/*", "figures/*"]


def digests(project: Project, patterns: list[str]) -> dict[str, str]:
    results = project.folder / "results/smoke"
    files = sorted(path for pattern in patterns for path in results.glob(pattern))
    return {str(path.relative_to(results)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_fresh_clone_plans_every_run(clone: Project) -> None:
    jobs = planned_jobs(clone.plan(study="mini"))
    runs = len(study_runs(load(ROOT / "params.yaml")))
    assert jobs["train"] == runs
    assert jobs["download"] == jobs["prepare"] == jobs["pretrain"] == jobs["features"] == 1
    assert jobs["timing"] == jobs["timing_table"] == 1


def test_a_figure_asks_for_no_more_than_it_shows(clone: Project) -> None:
    figures = "results/paper/figures"
    of_data = planned_jobs(clone.plan(f"{figures}/class_sizes.svg", study="paper"))
    assert set(of_data) == {"download", "prepare", "figure"}
    of_a_run = planned_jobs(clone.plan(f"{figures}/examples.svg", study="paper"))
    assert (of_a_run["train"], of_a_run["figure"]) == (1, 1)
    assert "collect" not in of_a_run


def test_everything_is_made(finished: Project) -> None:
    results = finished.folder / "results/smoke"
    for name in STUDY.tables:
        assert all((results / "tables" / f"{name}{suffix}").stat().st_size for suffix in (".tex", ".csv", ".html"))
    for name in STUDY.figures:
        assert all((results / "figures" / f"{name}{suffix}").stat().st_size for suffix in (".pdf", ".svg", ".csv"))
    metrics = pd.read_csv(results / "metrics.csv")
    runs = study_runs(load(ROOT / "params.yaml").model_copy(update={"study": "smoke"}))
    assert list(zip(*(metrics[key] for key in runs[0]._fields), strict=True)) == sorted(runs)
    assert not (finished.folder / "results/.state").exists() or not list(
        (finished.folder / "results/.state").rglob("*.pt")
    )


def test_a_number_leads_back_to_its_run_seed_commit_and_data(finished: Project) -> None:
    results = finished.folder / "results/smoke"
    cell = pd.read_csv(results / "tables/small_cluster.csv").iloc[0]
    row = pd.read_csv(results / "metrics.csv").query("method == @cell.method and noise == @cell.noise").iloc[0]
    run = json.loads((results / f"runs/{row.dataset}/{row.noise}/{row.method}/seed{row.seed}/run.json").read_text())
    assert row[cell.metric] == pytest.approx(cell["mean"])
    assert run["settings"]["seed"] == row.seed
    noise = results / f"noise/{row.dataset}/{row.noise}.parquet"
    assert run["data_sha256"]["noise"] == hashlib.sha256(noise.read_bytes()).hexdigest() == row.noise_sha256
    weights = finished.folder / "data/weights/convnet_slice.safetensors"
    assert run["data_sha256"]["weights"] == hashlib.sha256(weights.read_bytes()).hexdigest()


def test_training_time_leads_back_to_its_machine_commit_and_data(finished: Project) -> None:
    results = finished.folder / "results/smoke"
    measured = json.loads((results / "timing/training_time/glyphs_slice.json").read_text())
    cells = pd.read_csv(results / "tables/training_time.csv").query("source == 'ours'").set_index("method")
    for method, times in measured["methods"].items():
        total = times["seconds_per_5000_iterations"]
        assert cells.loc[method, "seconds_per_5000_iterations"] == pytest.approx(total["median"])
    assert cells.loc["mcl", "ratio"] == 1
    assert measured["machine"]["cpu"] in (results / "tables/training_time.html").read_text()
    noise = results / "noise/glyphs_slice/symmetric-10.parquet"
    assert measured["data_sha256"]["noise"] == hashlib.sha256(noise.read_bytes()).hexdigest()


def test_nothing_is_planned_beside_a_measurement_of_time(clone: Project) -> None:
    plan = clone.plan("results/mini/timing/training_time/glyphs.json", "--cores", "7", study="mini")
    (job,) = re.findall(r"^rule timing:$(.*?)^\[", plan + "\n[", flags=re.MULTILINE | re.DOTALL)
    assert "threads: 7" in job


def test_a_stored_model_has_the_score_that_was_recorded(finished: Project) -> None:
    run = "results/smoke/runs/glyphs_slice/smallcluster-25/mcl_prism/seed0"
    verified = finished.run("python", "-m", "prism", "verify", run, "--index", "data/glyphs_slice/index.parquet")
    assert "as recorded" in verified.stdout, verified.stderr


def test_a_second_run_has_nothing_to_do(finished: Project) -> None:
    again = finished.snakemake()
    assert again.returncode == 0
    assert "Nothing to be done" in again.stdout + again.stderr


def test_rendering_again_gives_the_same_bytes(changed: Project) -> None:
    before = digests(changed, RENDERED)
    reports = 3 if has_latex() else 2
    assert len(before) == 2 + 2 + reports + 3 * len(STUDY.tables) + 3 * len(STUDY.figures)
    result = changed.snakemake("--forcerun", "collect", "claims", "table", "timing_table", "figure", "report")
    assert result.returncode == 0, result.stderr
    assert digests(changed, RENDERED) == before


def test_without_latex_one_sentence_says_how_to_get_the_pdf(changed: Project) -> None:
    changed.edit("prism/render/pdf.py", 'ENGINE = "pdflatex"', 'ENGINE = "no-such-latex"')
    (changed.folder / "results/smoke/report.html").unlink()
    result = changed.snakemake()
    assert result.returncode == 0, result.stderr
    assert "report.pdf needs LaTeX, which is not installed: install TeX Live" in result.stderr
    assert (changed.folder / "results/smoke/report.html").exists()


def test_snakemakes_own_report_has_every_table_and_figure(finished: Project) -> None:
    result = finished.snakemake("--report", "snakemake.html")
    assert result.returncode == 0, result.stderr
    page = (finished.folder / "snakemake.html").read_text(encoding="utf-8")
    for category in ("Tables", "Figures", "Claims", "Report"):
        assert f'"{category}"' in page
    for name in (*STUDY.tables, *STUDY.figures):
        assert f'"name": "{name}"' in page


def test_training_again_gives_the_same_bytes(changed: Project) -> None:
    kept = ["runs/*/smallcluster-25/*prism/seed0/model.safetensors", "runs/*/smallcluster-25/*prism/seed0/metrics.json"]
    before = digests(changed, kept)
    assert len(before) == 4
    for name in before:
        (changed.folder / "results/smoke" / name).unlink()
    result = changed.snakemake(*(f"results/smoke/{name}" for name in before))
    assert result.returncode == 0, result.stderr
    assert digests(changed, kept) == before
