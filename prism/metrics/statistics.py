"""Mean and 95 % interval over seeds."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import t


class Interval(NamedTuple):
    """A mean over seeds with its 95 % interval."""

    mean: float
    half_width: float  # of the 95 % interval; NaN for a single value
    seeds: int

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
