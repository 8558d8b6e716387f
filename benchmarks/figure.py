"""The figure of the table: how many times better than its target each line is."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from benchmarks.line import Line
from benchmarks.table import bound
from prism.figures.style import BLUE, PAGE, RED, STYLE
from prism.io.files import atomic


def draw(lines: Sequence[Line], output: Path) -> None:
    """Draw a bar for each line on a logarithmic axis: right of 1 the target is met, left of it it is missed."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(PAGE, 0.6 + 0.26 * len(lines)), layout="constrained")
        axis = figure.subplots()
        positions = range(len(lines))
        margins = [line.margin for line in lines]
        colours = [BLUE if line.met else RED for line in lines]
        axis.barh(positions, [margin - 1 for margin in margins], left=1, color=colours, height=0.6)
        axis.set_xscale("log")
        axis.xaxis.set_major_formatter("{x:g} x")
        axis.axvline(1, color="black", linewidth=0.8)
        axis.set_yticks(positions, [_name(line) for line in lines])
        for position, line in zip(positions, lines, strict=True):
            axis.annotate(
                bound(line.target, line.unit), (1, position), (1, 0), xycoords=("axes fraction", "data"),
                textcoords="offset points", va="center", fontsize=7,
            )  # fmt: skip
        axis.invert_yaxis()
        axis.grid(axis="y", visible=False)
        axis.set_xlabel("times better than the target (at the right)")
        with atomic(output) as temporary:
            figure.savefig(temporary, metadata={"Date": None})


def _name(line: Line) -> str:
    """Return what a line measures, with its dataset if its size names one."""
    dataset, colon, _ = line.size.partition(":")
    return f"{line.what} ({dataset})" if colon else line.what
