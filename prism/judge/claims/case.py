"""One place in which a claim can be tested: a measured value, and where it lies if the claim is true."""

from math import inf, isnan
from typing import Literal, NamedTuple

from prism.metrics.statistics import Interval

Unit = Literal["points", "percent", "times"]
CaseVerdict = Literal["supports", "contradicts", "can't tell"]


class Bounds(NamedTuple):
    """Open bounds, as fractions for points and percent."""

    low: float = -inf
    high: float = inf

    def contains(self, mean: float) -> bool:
        return self.low < mean < self.high

    def judge(self, value: Interval) -> CaseVerdict:
        """By the whole 95 % interval; a lone seed has none and cannot tell."""
        if isnan(value.half_width):
            return "can't tell"
        low, high = value.mean - value.half_width, value.mean + value.half_width
        if self.low < low and high < self.high:
            return "supports"
        return "contradicts" if high < self.low or low > self.high else "can't tell"

    def written(self, unit: Unit) -> str:
        scale = 1 if unit == "times" else 100
        low, high = (f"{scale * bound:.4g}" for bound in self)
        if self.high == inf:
            return f"above {low}"
        return f"below {high}" if self.low == -inf else f"between {low} and {high}"


class Case(NamedTuple):
    dataset: str
    noise: str
    metric: str
    subject: str  # what the value is of
    value: Interval
    unit: Unit
    bounds: Bounds
    missing: tuple[str, ...] = ()  # what the claim speaks of and was not run here

    @property
    def verdict(self) -> CaseVerdict:
        return "can't tell" if self.missing else self.bounds.judge(self.value)

    @property
    def margin(self) -> float:
        """How far the mean is inside the bounds; below 0 it is outside."""
        return min(self.value.mean - self.bounds.low, self.bounds.high - self.value.mean)

    @property
    def written(self) -> str:
        """As in `+3.1 ± 0.4 points`."""
        scale, sign = (1, "") if self.unit == "times" else (100, "+")
        spread = "" if isnan(self.value.half_width) else f" ± {scale * self.value.half_width:.1f}"
        return f"{scale * self.value.mean:{sign}.1f}{spread} {'%' if self.unit == 'percent' else self.unit}"

    def __str__(self) -> str:
        lacking = f" ({', '.join(self.missing)} not run)" if self.missing else ""
        where = ", ".join(part for part in (self.dataset, self.noise, self.metric) if part)
        return f"{where}: {self.subject} {self.written}, wanted {self.bounds.written(self.unit)}{lacking}"
