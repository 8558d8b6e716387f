"""Mean and intervals over seeds, and Holm's correction for many tests."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import t


class Interval(NamedTuple):
    """A mean over seeds with its 95 % interval."""

    mean: float
    half_width: float  # of the 95 % interval; NaN for a single value
    seeds: int

    @property
    def standard_error(self) -> float:
        """Return the standard error of the mean."""
        return self.half_width / float(t.ppf(0.975, self.seeds - 1))

    @property
    def prediction_half_width(self) -> float:
        """Return the half width of the 95 % interval in which one more run would lie."""
        return self.half_width * sqrt(self.seeds + 1)

    def __str__(self) -> str:
        """Return the interval in percent, such as `48.1 ± 0.4`; a single value is printed without an interval."""
        width = "" if np.isnan(self.half_width) else f" ± {100 * self.half_width:.1f}"
        return f"{100 * self.mean:.1f}{width}"


def interval(values: ArrayLike) -> Interval:
    """Return the mean of a few values and Student's t interval around it."""
    numbers = np.asarray(values, dtype=np.float64)
    count = len(numbers)
    if count < 2:
        return Interval(float(numbers.mean()), float("nan"), count)
    error = numbers.std(ddof=1) / np.sqrt(count)
    return Interval(float(numbers.mean()), float(t.ppf(0.975, count - 1) * error), count)


def p_value_above(value: Interval, bound: float) -> float:
    """Return the two-sided p-value of a mean that is above `bound`, by Student's t; below the bound it is above 1.

    It is less than 0.05 exactly if the whole 95 % interval is above the bound.
    """
    if value.half_width == 0:
        return 1 - float(np.sign(value.mean - bound))
    return 2 * float(t.sf((value.mean - bound) / value.standard_error, value.seeds - 1))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p-values: the chance that any of those below 0.05 is there by chance is at most 5 %."""
    order = np.argsort(p_values, kind="stable")
    factors = np.arange(len(order), 0, -1)
    adjusted = np.empty(len(order))
    adjusted[order] = np.maximum.accumulate(factors * np.asarray(p_values)[order]).clip(max=1)
    return [float(value) for value in adjusted]
