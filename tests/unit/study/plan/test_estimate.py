from typing import Any

import pytest

from prism.study import Params, parse
from prism.study.graph import Graph
from prism.study.plan.estimate import Time, job_times
from prism.study.plan.measured import Measured
from small_study import COTEACHING, DOWNLOAD, LONG_WINDOW, MCL, MCL_PRISM, SHORT_WINDOW, key, train_key


def test_before_anything_ran_trainings_take_what_params_say_and_the_rest_is_unknown(small: Params) -> None:
    times = job_times(small, Graph(small).whole(), {})
    assert times == {
        MCL: Time(100 * 0.5, "params.yaml"),
        COTEACHING: Time(2 * 100 * 0.5, "params.yaml"),  # two networks
        MCL_PRISM: Time(50.0, "params.yaml"),
        LONG_WINDOW: Time(50.0, "params.yaml"),
        SHORT_WINDOW: Time(50.0, "params.yaml"),
    }


def test_timing_takes_its_steps(content: dict[str, Any]) -> None:
    rows = {"plain": "mcl", "two networks": "coteaching"}
    times = {"kind": "timing", "caption": "Times", "rows": rows, "noise": "symmetric-20", "baseline": "mcl"}
    content["tables"]["times"] = times
    how = {"iterations": 8, "repeats": 3, "warm_up": 2}
    content["studies"]["main"] |= {"tables": {"times": ["cub"]}, "timing": how}
    params = parse(content)
    timed = job_times(params, Graph(params).whole(), {})[key("timing", table="times", dataset="cub")]
    assert timed == Time(pytest.approx(3 * (8 + 2) * (1 + 2) * 0.5), "params.yaml")


def test_of_frozen_features_nothing_is_known_before(frozen: Params) -> None:
    assert job_times(frozen, Graph(frozen).whole(), {}) == {}


def test_a_measured_job_takes_what_it_took(small: Params) -> None:
    times = job_times(small, Graph(small).whole(), {DOWNLOAD: Measured(7.0, 3.0)})
    assert times[DOWNLOAD] == Time(7.0, "measured", 3.0)


def test_jobs_like_a_measured_one_take_as_long(small: Params) -> None:
    """The closest counts: the same method before the same dataset; two networks are twice the work of one."""
    measured = {MCL: Measured(60.0, 30.0), MCL_PRISM: Measured(80.0, 40.0)}
    times = job_times(small, Graph(small).whole(), measured)
    assert times[LONG_WINDOW] == times[SHORT_WINDOW] == Time(80.0, "like measured", 40.0)
    assert times[COTEACHING].basis == "like measured"
    assert times[COTEACHING].seconds == pytest.approx(2 * 70.0)
    assert times[COTEACHING].cpu_seconds == pytest.approx(2 * 35.0)


def test_other_data_tell_of_a_network_but_not_of_a_head(small: Params, frozen: Params) -> None:
    tables = {"tables": {"symmetric": ["cub", "mine"]}, "figures": {}}
    for params, known in ((small, True), (frozen, False)):
        study = params.active_study.model_copy(update=tables)
        wider = params.model_copy(update={"studies": {params.study: study}})
        times = job_times(wider, Graph(wider).whole(), {train_key("symmetric-20", "mcl", "mine"): Measured(60.0)})
        assert times[train_key("symmetric-20", "coteaching", "mine")] == Time(120.0, "like measured", 0.0)
        elsewhere = times.get(MCL)
        assert elsewhere == (Time(60.0, "like measured", 0.0) if known else None)
