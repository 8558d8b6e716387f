"""The middle of repeated measurements, which a few disturbed ones do not move."""

from collections.abc import Sequence
from statistics import quantiles
from typing import NamedTuple


class Spread(NamedTuple):
    median: float
    lower_quartile: float
    upper_quartile: float


def spread(values: Sequence[float]) -> Spread:
    """Median and quartiles of at least two values, interpolated between them."""
    lower, median, upper = quantiles(values, n=4, method="inclusive")
    return Spread(median, lower, upper)
