"""How all figures look: sizes that fit a two-column paper, colours and patterns that survive grey prints."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prism.io.files import atomic

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

COLUMN, PAGE = 3.3, 6.9  # inches
# Okabe and Ito's colours, which colour-blind readers tell apart; markers and dashes tell them apart in grey.
BLUE, RED = "#0072B2", "#D55E00"
COLOURS = [BLUE, RED, "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X"]
DASHES: list[Any] = ["-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 1)), (0, (8, 2))]
STYLE: Any = {
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.labelsize": 8,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "legend.fontsize": 7,
    "axes.linewidth": 0.6,
    "lines.linewidth": 1.2,
    "lines.markersize": 3.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.alpha": 0.3,
    "hatch.linewidth": 0.5,
    "legend.frameon": False,
    "legend.handlelength": 2.6,
    "legend.columnspacing": 1.2,
    "text.parse_math": False,  # a $ in a name is a $
    "svg.hashsalt": "prism",
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
}


def panels(count: int, across: int = 3, height: float = 2.1) -> "tuple[Figure, list[Axes]]":
    """Return a figure of `count` panels, each `height` inches high: one is as wide as a column, more fill a page."""
    from matplotlib.figure import Figure

    columns = min(count, across)
    rows = ceil(count / columns)
    figure = Figure(figsize=(COLUMN if count == 1 else PAGE, height * rows), layout="constrained")
    axes = list(figure.subplots(rows, columns, squeeze=False).flat)
    for unused in axes[count:]:
        unused.set_axis_off()
    return figure, axes[:count]


def draw_lines(
    axis: "Axes",
    labels: Iterable[str],
    points: "pd.DataFrame",
    scale: float = 1,
    dashes: Sequence[Any] = DASHES,
) -> "Iterator[tuple[str, Line2D]]":
    """Draw `mean` against `iteration` for each label, in a band from `low` to `high`; yield the legend's entries."""
    for look, label in enumerate(labels):
        line = points[points["label"] == label]
        if line.empty:
            continue
        colour, marker, dash = (looks[look % len(looks)] for looks in (COLOURS, MARKERS, dashes))
        mean, low, high = (scale * line[column] for column in ("mean", "low", "high"))
        (handle,) = axis.plot(line["iteration"], mean, color=colour, marker=marker, linestyle=dash)
        axis.fill_between(line["iteration"], low, high, color=colour, alpha=0.15, linewidth=0)
        yield label, handle


def add_legend(figure: "Figure", handles: "Mapping[str, Artist]") -> None:
    """Put a legend below all panels, where it covers nothing; the figure grows by its height."""
    labels = list(handles)
    columns = _legend_columns(labels, figure.get_figwidth())
    figure.set_figheight(figure.get_figheight() + 0.17 * ceil(len(labels) / columns))
    figure.legend(list(handles.values()), labels, loc="outside lower center", ncols=columns)


def _legend_columns(labels: Sequence[str], width: float) -> int:
    """Return the number of columns that gives as few rows as fit into `width` inches."""
    import numpy as np

    def fits(columns: int) -> bool:
        return sum(0.4 + 0.052 * max(map(len, column)) for column in np.array_split(labels, columns)) <= width

    possible = [columns for columns in range(1, len(labels) + 1) if fits(columns)] or [1]
    return min(possible, key=lambda columns: (ceil(len(labels) / columns), columns))


def save(figure: "Figure", output: Path) -> None:
    """Write `output`.pdf and .svg, without dates."""
    for suffix, metadata in ((".pdf", {"CreationDate": None}), (".svg", {"Date": None})):
        with atomic(output.with_suffix(suffix)) as temporary:
            figure.savefig(temporary, metadata=metadata)
