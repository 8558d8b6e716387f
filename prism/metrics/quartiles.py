"""Median and quartiles of repeated measurements, which a few disturbed ones do not move."""

from collections.abc import Sequence
from statistics import quantiles
from typing import NamedTuple


class Quartiles(NamedTuple):
    median: float
    lower_quartile: float
    upper_quartile: float


def quartiles(values: Sequence[float]) -> Quartiles:
    """Return the median and the quartiles of at least two values, interpolated between them."""
    lower, median, upper = quantiles(values, n=4, method="inclusive")
    return Quartiles(median, lower, upper)
