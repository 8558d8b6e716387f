"""Draw the filter's threshold over iterations: a line a method, a panel a dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from prism.figures.curves import over_seeds
from prism.figures.entry import LinesEntry
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import add_legend, draw_lines, panels

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure


class ThresholdEntry(LinesEntry):
    """The threshold against iterations, a line a method."""

    kind: Literal["threshold"]
    note: ClassVar[str] = (
        "Median of the batches since the last evaluation, in a band between their quartiles, which may leave the "
        "picture while the bank fills. Means over seeds."
    )


ENTRY = ThresholdEntry


def points(spec: FigureSpec[ThresholdEntry], files: StudyFiles) -> pd.DataFrame:
    """Return the median of the batches of an interval and their quartiles, as means over seeds."""
    curves = files.curves()
    quartiles = {name: over_seeds(spec, curves, f"threshold_{name}")["mean"] for name in ("q25", "q75")}
    return over_seeds(spec, curves, "threshold").assign(**quartiles)


def draw(spec: FigureSpec[ThresholdEntry], points: pd.DataFrame, files: StudyFiles) -> Figure:
    """Draw a panel for each dataset."""
    figure, axes = panels(len(spec.datasets))
    handles: dict[str, Artist] = {}
    for axis, (dataset, title) in zip(axes, spec.datasets.items(), strict=True):
        found = points[points["dataset"] == dataset].rename(columns={"q25": "low", "q75": "high"})
        handles |= draw_lines(axis, spec.methods, found)
        axis.set(title=title, xlabel="iteration", ylabel="threshold m", ylim=_y_limits(found))
    add_legend(figure, handles)
    return figure


def _y_limits(points: pd.DataFrame) -> tuple[float, float]:
    """Return limits around all medians and all quartiles but the first, which are far off while the bank fills."""
    import pandas as pd

    settled = points[points["iteration"] > points["iteration"].min()]
    shown = pd.concat([points["mean"], settled["low"], settled["high"]])
    margin = 0.05 * (shown.max() - shown.min() or abs(shown.max()))
    return shown.min() - margin, shown.max() + margin
