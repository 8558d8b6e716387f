"""A line of the table: a measured figure, what it is compared with, and its target."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

Judged = Literal["ours", "ours / other", "other / ours"]


@dataclass(frozen=True)
class Target:
    """A bound that a line must keep, such as `Target("other / ours", ">=", 2)` for twice as fast."""

    judged: Judged
    relation: Literal["<=", ">="]
    bound: float

    def holds(self, figure: float) -> bool:
        return figure <= self.bound if self.relation == "<=" else figure >= self.bound

    def margin(self, figure: float) -> float:
        """Return how many times better than the bound a figure is; below 1 it misses the bound."""
        return self.bound / figure if self.relation == "<=" else figure / self.bound


@dataclass(frozen=True)
class Line:
    """One measurement, as the table shows it."""

    what: str  # "PRISM step vs. product and softmax"
    size: str  # "SOP: B 64, D 128, 11,318 classes, bank 59,551"
    ours: float
    other: float | None  # the alternative that a user has, or the least that is possible; None if there is neither
    unit: str  # of `ours` and `other`: "ms", "s", "MB", "%"
    target: Target
    threads: int

    @property
    def figure(self) -> float:
        """Return the figure that the target bounds."""
        if self.target.judged == "ours":
            return self.ours
        if self.other is None:
            raise ValueError(f"{self.what}: a ratio needs something to compare with")
        return self.ours / self.other if self.target.judged == "ours / other" else self.other / self.ours

    @property
    def met(self) -> bool:
        return self.target.holds(self.figure)

    @property
    def margin(self) -> float:
        return self.target.margin(self.figure)


Measure = Callable[[], Iterable[Line]]  # `measure` of each module that `benchmarks.__main__` lists
