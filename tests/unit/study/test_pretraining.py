"""Weights that are made here: their job, their place, and the data that they may be used on."""

from typing import Any

import pytest

from prism.errors import PrismError
from prism.study import parse
from prism.study.graph import Graph, JobKey
from prism.study.pretraining import pretraining_run

GLYPHS = {"kind": "glyphs", "title": "Glyphs", "split_seed": 0}
PRETRAIN = JobKey("pretrain", (("backbone", "small"),))


@pytest.fixture
def whole(small_content: dict[str, Any]) -> dict[str, Any]:
    """Return the small configuration with a whole network that is pretrained on the characters of neither split."""
    main = small_content["studies"]["main"]
    small_content["datasets"]["glyphs"] = GLYPHS
    small_content["backbones"]["small"] = {"architecture": "convnet_small", "input_size": 32, "batch_size": 8}
    small_content["pretraining"] = {
        "small": {
            "dataset": "glyphs", "uses": "nsoftmax", "settings": {"temperature": 0.1}, "seed": 5,
            "end_to_end": {"augmentation": "shift", "device": "cpu"}, "training": main["training"],
        }
    }  # fmt: skip
    main |= {
        "backbone": "small", "end_to_end": {"device": "cpu"}, "tables": {"symmetric": ["glyphs"]},
        "figures": {"window": ["glyphs"]},
    }  # fmt: skip
    return small_content


def test_trainings_and_features_wait_for_the_weights(whole: dict[str, Any]) -> None:
    graph = Graph(parse(whole))
    jobs = graph.whole()
    assert all(PRETRAIN in job.needs() for job in jobs.values() if job.rule == "train")
    assert graph.outputs("pretrain") == [f"data/weights/small.{suffix}" for suffix in ("safetensors", "json", "jsonl")]
    assert jobs[PRETRAIN].needs() == [JobKey("prepare", (("dataset", "glyphs"),))]
    assert "prism.methods.nsoftmax" in jobs[PRETRAIN].code


def test_networks_that_train_on_a_cpu_ask_for_no_gpu(whole: dict[str, Any]) -> None:
    assert not any(job.resources.gpus for job in Graph(parse(whole)).whole().values())
    whole["studies"]["main"]["end_to_end"] = {}
    assert {job.rule for job in Graph(parse(whole)).whole().values() if job.resources.gpus} == {"train"}


def test_the_run_starts_from_random_weights_and_belongs_to_no_study(whole: dict[str, Any]) -> None:
    run = pretraining_run(parse(whole), "small")
    assert (run.study, run.dataset, run.noise, run.seed) == ("pretraining", "glyphs", "clean", 5)
    assert (run.uses, run.settings) == ("nsoftmax", {"temperature": 0.1})
    assert run.end_to_end is not None
    assert not run.end_to_end.pretrained


def test_classes_that_it_learned_are_never_those_that_test(whole: dict[str, Any]) -> None:
    whole["datasets"]["other"] = GLYPHS | {"split_seed": 1}
    whole["studies"]["main"]["tables"]["symmetric"] = ["other"]
    whole["studies"]["main"]["figures"] = {}
    with pytest.raises(
        PrismError, match=r"uses small on other, but it is pretrained on classes of glyphs, which may be"
    ):
        parse(whole)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("dataset", "glyps", r"pretraining\.small\.dataset names 'glyps', which is not defined; did you mean 'glyphs'"),
        ("seed", -1, r"pretraining\.small\.seed is -1"),
    ],
)
def test_mistakes_are_told_in_one_sentence(whole: dict[str, Any], key: str, value: object, message: str) -> None:
    whole["pretraining"]["small"][key] = value
    with pytest.raises(PrismError, match=message):
        parse(whole)
