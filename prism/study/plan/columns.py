"""Plain text in columns."""

from collections.abc import Sequence


def columns(rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> list[str]:
    """Lines of equally wide columns, flush right but for those numbered in `left`."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place in left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
