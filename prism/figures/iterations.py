"""Draw a metric against iterations: a line a method, a panel a dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from prism.figures.curves import over_seeds, with_band
from prism.figures.entry import LinesEntry
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import add_legend, draw_lines, panels
from prism.metrics.registry import MetricName, metric_label

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure


class IterationsEntry(LinesEntry):
    """A metric against iterations, a line a method."""

    kind: Literal["iterations"]
    metric: MetricName


ENTRY = IterationsEntry


def points(spec: FigureSpec[IterationsEntry], files: StudyFiles) -> pd.DataFrame:
    """Return the metric at every evaluation, as means over seeds."""
    return over_seeds(spec, files.curves(), spec.entry.metric)


def draw(spec: FigureSpec[IterationsEntry], points: pd.DataFrame, files: StudyFiles) -> Figure:
    """Draw a panel for each dataset."""
    figure, axes = panels(len(spec.datasets))
    handles: dict[str, Artist] = {}
    for axis, (dataset, title) in zip(axes, spec.datasets.items(), strict=True):
        found = with_band(points[points["dataset"] == dataset])
        handles |= draw_lines(axis, spec.methods, found, scale=100)
        axis.set(title=title, xlabel="iteration", ylabel=f"{metric_label(spec.entry.metric)} (%)")
    add_legend(figure, handles)
    return figure
