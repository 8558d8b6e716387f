"""How a plan is written: sums of which some parts may be unknown, units, and columns of text."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple


class Amount(NamedTuple):
    """A sum of seconds or bytes."""

    known: float
    whole: bool = True  # False: there is more that nobody knows

    def written(self, unit: Callable[[float], str]) -> str:
        """Return the amount in this unit; a lower bound begins with >."""
        if self.whole:
            return unit(self.known)
        return f"> {unit(self.known)}" if self.known else "unknown"


UNKNOWN = Amount(0.0, whole=False)


def total(amounts: Iterable[Amount]) -> Amount:
    """Return the sum, which is a lower bound if one of the amounts is."""
    listed = list(amounts)
    return Amount(sum(amount.known for amount in listed), all(amount.whole for amount in listed))


def hours(seconds: float) -> str:
    """Return seconds as hours with as many digits as matter."""
    value = seconds / 3600
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def duration(seconds: float) -> str:
    """Return seconds in the unit that suits them."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.1f} min" if seconds < 3600 else f"{hours(seconds)} h"


def size(count: float) -> str:
    """Return bytes as MB or GB."""
    return f"{count / 1e6:.0f} MB" if count < 1e9 else f"{count / 1e9:.1f} GB"


def columns(rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> list[str]:
    """Return lines of equally wide columns, flush right but for those numbered in `left`."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place in left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
