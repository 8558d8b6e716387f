from collections import Counter
from typing import Any

from prism.study import Params, parse
from prism.study.plan.jobs import jobs_by_part, study_jobs, with_all_before

STEM = "logs/main/benchmarks"
SHARED = {"logs/data/benchmarks/download/cub.tsv", "logs/data/benchmarks/prepare/cub.tsv"}
WEIGHTS = "logs/data/benchmarks/weights/bn_inception.tsv"


def test_every_rule_has_its_jobs(small: Params) -> None:
    jobs = study_jobs(small)
    counts = {"download": 1, "prepare": 1, "weights": 1, "noise": 2, "features": 1, "train": 5}
    assert Counter(job.rule for job in jobs.values()) == counts | {
        "collect": 1,
        "table": 2,
        "figure": 1,
        "claims": 1,
        "report": 1,
    }
    assert {job.rule for job in jobs.values() if job.gpu} == {"train"}


def test_each_job_is_after_what_it_needs(small: Params) -> None:
    seen: set[str] = set()
    for file, job in study_jobs(small).items():
        assert seen.issuperset(job.needs)
        seen.add(file)


def test_a_network_needs_weights_and_a_head_needs_features(small: Params, frozen: Params) -> None:
    train = study_jobs(small)[f"{STEM}/train/cub/symmetric-20/mcl/seed0.tsv"]
    assert WEIGHTS in train.needs
    head = study_jobs(frozen)["logs/frozen/benchmarks/train/cub/symmetric-20/mcl/seed0.tsv"]
    assert "logs/frozen/benchmarks/features/cub.tsv" in head.needs
    assert not head.gpu


def test_small_cluster_noise_needs_features_and_the_authors_noise_their_list(small: Params) -> None:
    assert f"{STEM}/features/cub.tsv" in study_jobs(small)[f"{STEM}/noise/cub/smallcluster-25.tsv"].needs
    study = small.chosen.model_copy(update={"authors_lists": True})
    jobs = study_jobs(small.model_copy(update={"studies": {"main": study}}))
    needs = jobs[f"{STEM}/noise/cub/authors-smallcluster-25.tsv"].needs
    assert "logs/data/benchmarks/lists/cub/smallcluster-25.tsv" in needs
    assert f"{STEM}/features/cub.tsv" not in jobs


def test_all_before_a_job(small: Params) -> None:
    noise = f"{STEM}/noise/cub/smallcluster-25.tsv"
    assert with_all_before(study_jobs(small), [noise]) == SHARED | {noise, WEIGHTS, f"{STEM}/features/cub.tsv"}


def test_training_time_is_measured_on_a_gpu_without_a_training(content: dict[str, Any]) -> None:
    rows = {"plain": "mcl", "filtered": "mcl_prism"}
    times = {"kind": "timing", "caption": "Times", "rows": rows, "noise": "symmetric-20", "baseline": "mcl"}
    content["tables"]["times"] = times
    content["studies"]["main"] |= {"tables": {"symmetric": ["cub"], "times": ["cub"]}, "figures": {}}
    params = parse(content)
    jobs = study_jobs(params)
    assert Counter(job.rule for job in jobs.values())["train"] == 2
    timing = f"{STEM}/timing/times/cub.tsv"
    assert [run.method for run in jobs[timing].timed] == ["mcl", "mcl_prism"]
    assert jobs[timing].gpu
    before = SHARED | {WEIGHTS, f"{STEM}/noise/cub/symmetric-20.tsv"}
    assert jobs_by_part(params, jobs)["table times"] == ([], before | {timing, f"{STEM}/tables/times.tsv"})


def test_a_table_alone_needs_its_runs_and_what_is_before_them(small: Params) -> None:
    parts = jobs_by_part(small, study_jobs(small))
    assert list(parts) == ["table symmetric", "table filtered", "figure window"]
    runs, jobs = parts["table filtered"]
    assert [run.method for run in runs] == ["mcl", "mcl_prism"]
    of_runs = {f"{STEM}/train/{run.path}.tsv" for run in runs}
    assert jobs == SHARED | of_runs | {WEIGHTS, f"{STEM}/noise/cub/symmetric-20.tsv", f"{STEM}/tables/filtered.tsv"}


def test_a_figure_needs_what_it_is_drawn_from(content: dict[str, Any]) -> None:
    content["figures"] |= {
        "sizes": {"kind": "class_sizes", "caption": "Sizes"},
        "spread": {"kind": "p_clean", "caption": "A spread", "noise": "symmetric-20", "lines": {"one": "mcl_prism"}},
    }
    content["studies"]["main"]["figures"] |= {"sizes": ["cub"], "spread": ["cub"]}
    params = parse(content)
    jobs = study_jobs(params)
    train, noise = f"{STEM}/train/cub/symmetric-20/mcl_prism/seed0.tsv", f"{STEM}/noise/cub/symmetric-20.tsv"
    assert jobs[f"{STEM}/figures/window.tsv"].needs == (f"{STEM}/collect.tsv",)
    assert jobs[f"{STEM}/figures/sizes.tsv"].needs == ("logs/data/benchmarks/prepare/cub.tsv",)
    assert jobs[f"{STEM}/figures/spread.tsv"].needs == (train, noise)
    parts = jobs_by_part(params, jobs)
    assert parts["figure sizes"] == ([], SHARED | {f"{STEM}/figures/sizes.tsv"})
    assert parts["figure spread"][1] == SHARED | {WEIGHTS, train, noise, f"{STEM}/figures/spread.tsv"}
