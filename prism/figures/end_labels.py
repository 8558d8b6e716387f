"""Write the names of lines behind their ends, where a reader finds them without a legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Annotation

LINE_HEIGHT = 1.25  # from one name to the next, in the size of the font
INDENT = 4  # points from the axis to the names


class LineEnd(NamedTuple):
    """The end of a line, and how its name is written."""

    name: str
    height: float  # in the unit of the axis
    colour: str
    bold: bool = False


def add_end_labels(axis: Axes, ends: Sequence[LineEnd]) -> list[Annotation]:
    """Write the names at the right of an axis, each at the height of its line; `spread_labels` moves them apart."""
    return [
        axis.annotate(
            end.name,
            (1, end.height),
            (INDENT, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            annotation_clip=False,
            color=end.colour,
            fontsize="small",
            fontweight="bold" if end.bold else "normal",
            verticalalignment="center",
        )
        for end in ends
    ]


def spread_labels(axis: Axes, labels: Sequence[Annotation]) -> None:
    """Move the names at an axis up and down until none covers another; the figure must have its final layout."""
    if not labels:
        return
    points = 72 / axis.figure.dpi
    low, high = (points * end for end in axis.get_window_extent().intervaly)
    wanted = [points * axis.transData.transform((0, label.xy[1]))[1] for label in labels]
    gap = LINE_HEIGHT * float(labels[0].get_fontsize())
    for label, own, height in zip(labels, wanted, spread(wanted, gap, low, high), strict=True):
        label.set_position((INDENT, height - own))


def spread(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return heights that are at least `gap` apart and as near to the wanted ones as they can be, in the same order.

    The lowest is not below `low`, and the highest not above `high` if there is room for all.
    """
    import numpy as np
    from scipy.optimize import isotonic_regression

    order = np.argsort(heights, kind="stable")
    steps = gap * np.arange(len(order))
    # Without the steps, heights that are far enough apart never fall: the nearest such heights are a known problem.
    fitted = isotonic_regression(np.asarray(heights, dtype=float)[order] - steps).x
    spaced = np.maximum(np.minimum(fitted, high - steps[-1]), low) + steps
    placed = np.empty(len(order))
    placed[order] = spaced
    return [float(height) for height in placed]
