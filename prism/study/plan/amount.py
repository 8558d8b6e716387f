"""A sum of which some parts may be unknown, and how amounts are written."""

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Amount(NamedTuple):
    known: float
    whole: bool = True  # False: there is more that nobody knows

    def written(self, unit: Callable[[float], str]) -> str:
        if self.whole:
            return unit(self.known)
        return f"> {unit(self.known)}" if self.known else "unknown"


UNKNOWN = Amount(0.0, whole=False)


def total(amounts: Iterable[Amount]) -> Amount:
    listed = list(amounts)
    return Amount(sum(amount.known for amount in listed), all(amount.whole for amount in listed))


def hours(seconds: float) -> str:
    value = seconds / 3600
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.1f} min" if seconds < 3600 else f"{hours(seconds)} h"


def size(count: float) -> str:
    return f"{count / 1e6:.0f} MB" if count < 1e9 else f"{count / 1e9:.1f} GB"
