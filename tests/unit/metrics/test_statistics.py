import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_1samp

from prism.metrics.statistics import Interval, holm, interval, p_value_above

scores = st.lists(st.floats(0, 1).map(lambda value: round(value, 3)), min_size=2, max_size=8)


def test_hand_checked() -> None:
    # Standard deviation 0.1, standard error 0.1 / sqrt(3), and 4.3027 is the t quantile for two degrees of freedom.
    mean, half_width, seeds = interval([0.4, 0.5, 0.6])
    assert mean == pytest.approx(0.5)
    assert half_width == pytest.approx(4.3027 * 0.1 / math.sqrt(3), abs=1e-4)
    assert seeds == 3


@given(scores.filter(lambda values: np.ptp(values) > 0))
def test_equals_the_interval_of_scipy(values: list[float]) -> None:
    expected = ttest_1samp(values, 0).confidence_interval(0.95)
    mean, half_width, _ = interval(values)
    assert (mean - half_width, mean + half_width) == pytest.approx(tuple(expected))


def test_equal_values_have_no_width() -> None:
    assert interval([0.5, 0.5, 0.5]) == (0.5, 0.0, 3)


def test_one_seed_has_no_interval() -> None:
    mean, half_width, seeds = interval([0.481])
    assert (mean, seeds) == (0.481, 1)
    assert math.isnan(half_width)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Interval(0.4812, 0.0039, 3), "48.1 ± 0.4"),
        (Interval(0.4812, math.nan, 1), "48.1"),
        (Interval(-0.05, 0.0, 2), "-5.0 ± 0.0"),
        (Interval(1.0, 0.0, 2), "100.0 ± 0.0"),
    ],
)
def test_an_interval_is_printed_in_percent(value: Interval, text: str) -> None:
    assert str(value) == text


def test_one_more_run_is_expected_in_a_wider_interval() -> None:
    # One more value has a standard deviation of its own: 4.3027 * 0.1 * sqrt(1 + 1 / 3).
    assert interval([0.4, 0.5, 0.6]).prediction_half_width == pytest.approx(4.3027 * 0.1 * math.sqrt(4 / 3), abs=1e-4)


@given(scores.filter(lambda values: np.ptp(values) > 0), st.floats(0, 1))
def test_the_p_value_equals_that_of_scipy(values: list[float], bound: float) -> None:
    one_sided = ttest_1samp(values, bound, alternative="greater").pvalue
    assert p_value_above(interval(values), bound) == pytest.approx(2 * one_sided, abs=1e-12)


def test_equal_values_are_above_a_bound_or_not() -> None:
    assert p_value_above(interval([0.5, 0.5]), 0.4) == 0
    assert p_value_above(interval([0.5, 0.5]), 0.5) == 1
    assert p_value_above(interval([0.5, 0.5]), 0.6) == 2


def test_holm_hand_checked() -> None:
    # The smallest of five counts five times, the next four times; no value is below one before it.
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])
    assert holm([0.04, 0.001, 0.6]) == pytest.approx([0.08, 0.003, 0.6])
    assert holm([0.9, 2.0]) == [1, 1]
    assert holm([]) == []
