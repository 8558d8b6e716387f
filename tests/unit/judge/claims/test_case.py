from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.judge.claims.case import Bounds, Case, CaseVerdict, Unit
from prism.metrics.statistics import Interval


@pytest.mark.parametrize(
    ("low", "high", "mean", "half_width", "verdict"),
    [
        (0, inf, 0.05, 0.04, "supports"),
        (0, inf, 0.05, 0.05, "can't tell"),  # 0 is in the interval
        (0, inf, 0.0, 0.0, "can't tell"),
        (0, inf, -0.05, 0.04, "contradicts"),
        (-inf, 0, -0.05, 0.04, "supports"),
        (-inf, 0, 0.05, 0.04, "contradicts"),
        (-0.01, 0.01, 0.0, 0.0, "supports"),
        (-0.01, 0.01, 0.005, 0.006, "can't tell"),
        (-0.01, 0.01, 0.02, 0.009, "contradicts"),
        (-0.01, 0.01, -0.02, 0.009, "contradicts"),
        (-0.01, 0.01, 0.0, 5.0, "can't tell"),  # too wide to be equal
        (0, inf, 0.9, nan, "can't tell"),  # a single seed
    ],
)
def test_the_whole_interval_decides(low: float, high: float, mean: float, half_width: float, verdict: str) -> None:
    assert Bounds(low, high).judge(Interval(mean, half_width, 3)) == verdict


@given(
    st.sampled_from([(-inf, 0.0), (0.0, inf), (-0.01, 0.01), (0.02, 0.05)]),
    st.floats(-0.1, 0.1),
    st.floats(0.001, 0.1),
    st.integers(2, 9),
    st.sampled_from(["supports", "contradicts"]),
)
def test_a_verdict_has_a_p_value_below_5_percent(
    bounds: tuple[float, float], mean: float, half_width: float, seeds: int, verdict: CaseVerdict
) -> None:
    value = Interval(mean, half_width, seeds)
    nearest = min(abs(abs(mean - bound) - half_width) for bound in bounds)
    if nearest > 1e-9:  # at the very bound rounding decides
        assert (Bounds(*bounds).judge(value) == verdict) == (Bounds(*bounds).p_value(value, verdict) < 0.05)


def case(value: Interval, bounds: Bounds, unit: Unit = "points", missing: tuple[str, ...] = ()) -> Case:
    return Case("CUB", "10% symmetric", "P@1", "A less B", value, unit, bounds, missing)


def test_a_case_in_words() -> None:
    assert str(case(Interval(0.031, 0.004, 3), Bounds(low=0))) == (
        "CUB, 10% symmetric, P@1: A less B +3.1 ± 0.4 points, wanted above 0"
    )
    assert case(Interval(-0.031, nan, 1), Bounds(low=0)).written == "-3.1 points"
    assert case(Interval(0.058, 0.01, 3), Bounds(low=0), "percent").written == "+5.8 ± 1.0 %"
    assert case(Interval(6.92, 0.1, 3), Bounds(low=1), "times").written == "6.9 ± 0.1 times"


@pytest.mark.parametrize(
    ("bounds", "unit", "words"),
    [
        (Bounds(low=0.0506), "points", "above 5.06"),
        (Bounds(high=0.114), "percent", "below 11.4"),
        (Bounds(-0.01, 0.01), "points", "between -1 and 1"),
        (Bounds(low=6.9), "times", "above 6.9"),
    ],
)
def test_bounds_in_words(bounds: Bounds, unit: Unit, words: str) -> None:
    assert bounds.written(unit) == words


def test_a_case_that_lacks_something_cannot_tell() -> None:
    value, bounds = Interval(0.05, 0.01, 3), Bounds(low=0)
    assert case(value, bounds).verdict == "supports"
    lacking = case(value, bounds, missing=("Circle",))
    assert lacking.verdict == "can't tell"
    assert str(lacking).endswith("wanted above 0 (Circle not run)")


def test_the_margin_is_the_distance_to_the_nearer_bound() -> None:
    assert case(Interval(0.3, 0.1, 3), Bounds(0, 1)).margin == pytest.approx(0.3)
    assert case(Interval(0.9, 0.1, 3), Bounds(0, 1)).margin == pytest.approx(0.1)
    assert case(Interval(-0.2, 0.1, 3), Bounds(low=0)).margin == pytest.approx(-0.2)
