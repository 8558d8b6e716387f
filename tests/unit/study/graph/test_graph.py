"""The jobs of the small study, which can be counted in tests/support/small_study.py."""

from collections import Counter
from typing import Any

from prism.study import Params, parse
from prism.study.code_digest import modules_in
from prism.study.graph import RULES, Graph, JobKey
from prism.study.layout import OUTPUTS, SHARED_LOGS, STUDY_LOGS
from small_study import DOWNLOAD, FEATURES, MCL, PREPARE, SMALL_CLUSTER, SYMMETRIC, WEIGHTS, key, train_key

COLLECT = JobKey("collect")


def test_every_rule_has_its_jobs(small: Params) -> None:
    counts = {"download": 1, "prepare": 1, "weights": 1, "noise": 2, "features": 1, "train": 5}
    others = {"collect": 1, "table": 2, "figure": 1, "claims": 1, "report": 1}
    jobs = Graph(small).whole().values()
    assert Counter(job.rule for job in jobs) == counts | others
    assert {job.rule for job in jobs if job.resources.gpus} == {"train"}


def test_every_rule_has_outputs_and_logs() -> None:
    assert RULES.keys() == OUTPUTS.keys() == SHARED_LOGS.keys() | STUDY_LOGS.keys()


def test_each_job_is_after_what_it_needs(small: Params) -> None:
    seen: set[JobKey] = set()
    for job_key, job in Graph(small).whole().items():
        assert seen.issuperset(job.needs())
        seen.add(job_key)


def test_files_that_one_job_reads_are_files_that_another_makes(small: Params) -> None:
    jobs = Graph(small).whole()
    for job in jobs.values():
        for file in job.files():
            assert file.made_by is None or file.path in jobs[file.made_by].outputs.values()


def test_a_job_says_where_its_files_lie_and_what_decides_them(small: Params) -> None:
    job = Graph(small).job(MCL)
    run = "results/main/runs/cub/symmetric-20/mcl/seed0"
    assert job.outputs["metrics"] == f"{run}/metrics.json"
    assert job.benchmark == "logs/main/benchmarks/train/cub/symmetric-20/mcl/seed0.tsv"
    scores = modules_in("prism.metrics.scores")
    network = "prism.backbones.architectures.bn_inception"
    assert job.code == ("prism.training.run", *scores, "prism.methods.mcl", network)
    assert job.paths()["index"] == "data/cub/index.parquet"
    assert job.paths()["features"] == []
    assert (job.name, job.label) == ("cub/symmetric-20/mcl/seed0", "train mcl on cub")


def test_a_network_needs_weights_and_a_head_needs_features(small: Params, frozen: Params) -> None:
    assert WEIGHTS in Graph(small).job(MCL).needs()
    head = Graph(frozen).job(MCL)
    assert FEATURES in head.needs()
    assert not head.resources.gpus


def test_small_cluster_noise_needs_features_and_the_authors_noise_their_list(small: Params) -> None:
    assert FEATURES in Graph(small).job(SMALL_CLUSTER).needs()
    study = small.active_study.model_copy(update={"authors_lists": True})
    graph = Graph(small.model_copy(update={"studies": {"main": study}}))
    needs = graph.job(key("noise", dataset="cub", noise="authors-smallcluster-25")).needs()
    assert key("authors_list", kind="cub", noise="smallcluster-25") in needs
    assert FEATURES not in graph.whole()


def test_the_authors_noise_reads_a_list_and_its_companion_as_its_source_says(small: Params) -> None:
    job = Graph(small).job(key("noise", dataset="cub", noise="authors-smallcluster-25"))
    lists = "data/lists/cub/smallcluster-25"
    assert (job.paths()["labels"], job.paths()["clean"]) == (f"{lists}.csv", f"{lists}-clean.csv")
    assert job.paths()["features"] == []
    assert "prism.data.sources.cub" in job.code
    drawn = Graph(small).job(SYMMETRIC)
    assert (drawn.paths()["labels"], drawn.paths()["clean"]) == ([], [])
    assert "prism.data.sources.cub" not in drawn.code


def test_all_before_a_job(small: Params) -> None:
    assert Graph(small).before([SMALL_CLUSTER]).keys() == {DOWNLOAD, PREPARE, WEIGHTS, FEATURES, SMALL_CLUSTER}


def test_training_time_is_measured_on_a_gpu_without_a_training(content: dict[str, Any]) -> None:
    rows = {"plain": "mcl", "filtered": "mcl_prism"}
    times = {"kind": "timing", "caption": "Times", "rows": rows, "noise": "symmetric-20", "baseline": "mcl"}
    content["tables"]["times"] = times
    content["studies"]["main"] |= {"tables": {"symmetric": ["cub"], "times": ["cub"]}, "figures": {}}
    graph = Graph(parse(content))
    assert Counter(job.rule for job in graph.whole().values())["train"] == 2
    timing = graph.job(key("timing", table="times", dataset="cub"))
    assert [run.method for run in timing.timed] == ["mcl", "mcl_prism"]
    assert timing.resources.gpus == 1
    assert graph.before([timing.key]).keys() == {DOWNLOAD, PREPARE, WEIGHTS, SYMMETRIC, timing.key}
    assert graph.job(key("timing_table", table="times")).needs() == [timing.key]


def test_a_figure_needs_what_it_is_drawn_from(content: dict[str, Any]) -> None:
    content["figures"] |= {
        "sizes": {"kind": "class_sizes", "caption": "Sizes"},
        "spread": {"kind": "p_clean", "caption": "A spread", "noise": "symmetric-20", "lines": {"one": "mcl_prism"}},
    }
    content["studies"]["main"]["figures"] |= {"sizes": ["cub"], "spread": ["cub"]}
    graph = Graph(parse(content))
    needs = {name: graph.job(key("figure", figure=name)).needs() for name in ("window", "sizes", "spread")}
    assert needs == {
        "window": [COLLECT],
        "sizes": [PREPARE],
        "spread": [train_key("symmetric-20", "mcl_prism"), SYMMETRIC],
    }


def test_longer_trainings_get_more_time(small: Params) -> None:
    """100 steps of 0.5 s: three times a minute, rounded, and an hour to spare."""
    assert Graph(small).job(MCL).resources.minutes == 60 + 3 * 1
    assert Graph(small).job(MCL).seconds == 50.0


def test_the_files_of_rules_and_the_values_of_wildcards(small: Params) -> None:
    graph = Graph(small)
    files = {"data/weights/bn_inception.pth", "results/main/features/cub.safetensors"}
    assert set(graph.outputs("weights", "features")) == files
    assert graph.wildcard("noise") == {"symmetric-20", "smallcluster-25"}
