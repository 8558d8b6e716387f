"""Mean and 95 % interval over seeds."""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import t


class Interval(NamedTuple):
    mean: float
    half_width: float  # of the 95 % interval; NaN for a single value
    seeds: int

    def __str__(self) -> str:
        return self.written("percent")

    def written(self, unit: Literal["percent", "seconds"]) -> str:
        """As in `48.1 ± 0.4`; a lone value says so by having no interval."""
        scale = 100 if unit == "percent" else 1
        spread = "" if np.isnan(self.half_width) else f" ± {scale * self.half_width:.1f}"
        return f"{scale * self.mean:.1f}{spread}"


def interval(values: ArrayLike) -> Interval:
    """The mean of a few values and Student's t interval around it."""
    numbers = np.asarray(values, dtype=np.float64)
    count = len(numbers)
    if count < 2:
        return Interval(float(numbers.mean()), float("nan"), count)
    error = numbers.std(ddof=1) / np.sqrt(count)
    return Interval(float(numbers.mean()), float(t.ppf(0.975, count - 1) * error), count)
