"""A case of a claim: a measured value, and the bounds that it lies in if the claim is true."""

from math import inf, isnan
from typing import Literal, NamedTuple

from prism.metrics.statistics import Interval, p_value_above

Unit = Literal["points", "percent", "times"]
CaseVerdict = Literal["supports", "contradicts", "can't tell"]


class Bounds(NamedTuple):
    """Open bounds, as fractions for points and percent."""

    low: float = -inf
    high: float = inf

    def contains(self, mean: float) -> bool:
        """Return whether a value without an interval lies within the bounds."""
        return self.low < mean < self.high

    def judge(self, value: Interval) -> CaseVerdict:
        """Judge by the whole 95 % interval; a single seed has none and cannot tell."""
        if isnan(value.half_width):
            return "can't tell"
        low, high = value.mean - value.half_width, value.mean + value.half_width
        if self.low < low and high < self.high:
            return "supports"
        return "contradicts" if high < self.low or low > self.high else "can't tell"

    def p_value(self, value: Interval, verdict: CaseVerdict) -> float:
        """Return the p-value of a verdict, "supports" or "contradicts": `judge` returns it if this is below 0.05."""
        above_low = 0.0 if self.low == -inf else p_value_above(value, self.low)
        above_high = 2.0 if self.high == inf else p_value_above(value, self.high)
        if verdict == "supports":
            return max(above_low, 2 - above_high)
        return min(2 - above_low, above_high)

    def written(self, unit: Unit) -> str:
        """Return the bounds in words, such as "above 5.06"."""
        scale = 1 if unit == "times" else 100
        low, high = (f"{scale * bound:.4g}" for bound in self)
        if self.high == inf:
            return f"above {low}"
        return f"below {high}" if self.low == -inf else f"between {low} and {high}"


class Case(NamedTuple):
    """A claim's value on one dataset, under one noise, in one metric."""

    dataset: str
    noise: str
    metric: str
    subject: str  # the methods whose value it is, in words
    value: Interval
    unit: Unit
    bounds: Bounds
    missing: tuple[str, ...] = ()  # methods that the claim is about and that were not run

    @property
    def verdict(self) -> CaseVerdict:
        """Return "can't tell" if a method is missing, otherwise the verdict of the bounds."""
        return "can't tell" if self.missing else self.bounds.judge(self.value)

    @property
    def is_tested(self) -> bool:
        """Return whether it has what a verdict takes: every method, and more than one seed."""
        return not self.missing and not isnan(self.value.half_width)

    @property
    def margin(self) -> float:
        """Return how far the mean is inside the bounds; below 0 it is outside."""
        return min(self.value.mean - self.bounds.low, self.bounds.high - self.value.mean)

    @property
    def written(self) -> str:
        """Return the value in words, such as `+3.1 ± 0.4 points`."""
        scale, sign = (1, "") if self.unit == "times" else (100, "+")
        around = "" if isnan(self.value.half_width) else f" ± {scale * self.value.half_width:.1f}"
        return f"{scale * self.value.mean:{sign}.1f}{around} {'%' if self.unit == 'percent' else self.unit}"

    def __str__(self) -> str:
        lacking = f" ({', '.join(self.missing)} not run)" if self.missing else ""
        where = ", ".join(part for part in (self.dataset, self.noise, self.metric) if part)
        return f"{where}: {self.subject} {self.written}, wanted {self.bounds.written(self.unit)}{lacking}"
