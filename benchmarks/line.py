"""A line of the table: a figure of ours, what it is held against, and whether it is good enough."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

Judged = Literal["ours", "ours / other", "other / ours"]


@dataclass(frozen=True)
class Target:
    """What must hold of a line, such as `Target("other / ours", ">=", 2)` for twice as fast."""

    judged: Judged
    relation: Literal["<=", ">="]
    bound: float

    def holds(self, figure: float) -> bool:
        return figure <= self.bound if self.relation == "<=" else figure >= self.bound

    def margin(self, figure: float) -> float:
        """How many times better than the bound a figure is; below 1 it misses it."""
        return self.bound / figure if self.relation == "<=" else figure / self.bound


@dataclass(frozen=True)
class Line:
    what: str  # "PRISM step vs. product and softmax"
    size: str  # "SOP: B 64, D 128, 11,318 classes, bank 59,551"
    ours: float
    other: float | None  # what a user would pick instead, or the physical limit; None where there is neither
    unit: str  # of `ours` and `other`: "ms", "s", "MB", "%"
    target: Target
    threads: int

    @property
    def figure(self) -> float:
        """What the target is about."""
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
