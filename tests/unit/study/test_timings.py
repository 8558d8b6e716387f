from typing import Any

import pytest

from prism.results.settings import Timing
from prism.study import Params, Run, parse
from prism.study.cost import timing_seconds, training_seconds
from prism.study.runs import study_runs, table_runs
from prism.study.timings import all_timed_runs, timed_runs, timing_settings, timing_tables

TIMED = {"plain": "mcl", "filtered": "mcl_prism", "without centers": "mcl_prism@score=memory"}


def with_timing(content: dict[str, Any], **study: Any) -> Params:
    content["methods"]["mcl_prism"]["settings"]["score"] = "centers"
    content["datasets"]["cub"] = {"kind": "cub", "title": "CUB"}
    content["tables"]["times"] = {
        "kind": "timing", "caption": "Times", "rows": TIMED, "noise": "symmetric-10", "baseline": "mcl",
    }  # fmt: skip
    content["studies"]["main"] |= {"tables": {"symmetric": ["emoji"], "times": ["emoji", "cub"]}, **study}
    return parse(content)


def test_a_table_of_times_needs_no_training(small: Params, small_content: dict[str, Any]) -> None:
    params = with_timing(small_content)
    assert list(timing_tables(params)) == ["times"]
    assert timing_tables(small) == {}
    assert table_runs(params, "times") == []
    assert study_runs(params) == study_runs(small)


def test_its_rows_are_timed_as_the_first_seed_would_train_them(small_content: dict[str, Any]) -> None:
    params = with_timing(small_content, seeds=[7, 8], authors_lists=True)
    methods = ["mcl", "mcl_prism", "mcl_prism@score=memory"]
    assert timed_runs(params, "times", "emoji") == [Run("emoji", "symmetric-10", method, 7) for method in methods]
    on_cub = [Run("cub", "authors-symmetric-10", method, 7) for method in methods]
    assert timed_runs(params, "times", "cub") == on_cub
    assert all_timed_runs(params) == timed_runs(params, "times", "emoji") + on_cub


def test_the_study_says_how(small_content: dict[str, Any]) -> None:
    settings = timing_settings(with_timing(small_content, timing={"iterations": 3, "repeats": 4}), "times", "emoji")
    assert settings.how == Timing(iterations=3, repeats=4, warm_up=20)
    assert [run.settings["noise_rate"] for run in settings.runs[1:]] == [0.1, 0.1]


def test_the_papers_number_of_iterations_is_the_default() -> None:
    assert Timing().iterations * Timing().repeats == 5000


def test_timing_costs_its_steps(small_content: dict[str, Any]) -> None:
    small_content["backbones"]["net"]["seconds_per_iteration"] = 0.5
    how = {"iterations": 8, "repeats": 5, "warm_up": 2}
    params = with_timing(small_content, timing=how, end_to_end={"pretrained": False})
    runs = timing_settings(params, "times", "emoji").runs
    assert training_seconds(params, runs[0]) == 10 * 0.5
    assert timing_seconds(params, runs) == pytest.approx(3 * 5 * (8 + 2) * 0.5)


def test_what_timing_costs_is_unknown_where_nobody_has_said_it(small_content: dict[str, Any]) -> None:
    params = with_timing(small_content, end_to_end={"pretrained": False})
    assert timing_seconds(params, timing_settings(params, "times", "emoji").runs) is None
