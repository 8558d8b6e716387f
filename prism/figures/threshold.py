"""The threshold over iterations: a line a method, a panel a dataset."""

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.figure import Figure

from prism.figures.curves import over_seeds
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import legend, lines_of, panels


def points(spec: FigureSpec, files: StudyFiles) -> pd.DataFrame:
    """The median of the batches of an interval and their quartiles, as means over seeds."""
    curves = files.curves()
    quartiles = {name: over_seeds(spec, curves, f"threshold_{name}")["mean"] for name in ("q25", "q75")}
    return over_seeds(spec, curves, "threshold").assign(**quartiles)


def draw(spec: FigureSpec, points: pd.DataFrame, files: StudyFiles) -> Figure:
    figure, axes = panels(len(spec.datasets))
    handles: dict[str, Artist] = {}
    for axis, (dataset, title) in zip(axes, spec.datasets.items(), strict=True):
        found = points[points["dataset"] == dataset].rename(columns={"q25": "low", "q75": "high"})
        handles |= lines_of(axis, spec.methods, found)
        axis.set(title=title, xlabel="iteration", ylabel="threshold m", ylim=_limits(found))
    legend(figure, handles)
    return figure


def _limits(points: pd.DataFrame) -> tuple[float, float]:
    """All medians, and all quartiles but the first, which are far off: the bank is filling then."""
    settled = points[points["iteration"] > points["iteration"].min()]
    shown = pd.concat([points["mean"], settled["low"], settled["high"]])
    margin = 0.05 * (shown.max() - shown.min() or abs(shown.max()))
    return shown.min() - margin, shown.max() + margin
