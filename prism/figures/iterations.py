"""A metric against iterations: a line a method, a panel a dataset."""

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.figure import Figure

from prism.figures.curves import over_seeds, with_band
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import legend, lines_of, panels
from prism.metrics.labels import METRIC_LABELS


def points(spec: FigureSpec, files: StudyFiles) -> pd.DataFrame:
    return over_seeds(spec, files.curves(), spec.metric)


def draw(spec: FigureSpec, points: pd.DataFrame, files: StudyFiles) -> Figure:
    figure, axes = panels(len(spec.datasets))
    handles: dict[str, Artist] = {}
    for axis, (dataset, title) in zip(axes, spec.datasets.items(), strict=True):
        found = with_band(points[points["dataset"] == dataset])
        handles |= lines_of(axis, spec.methods, found, scale=100)
        axis.set(title=title, xlabel="iteration", ylabel=f"{METRIC_LABELS[spec.metric]} (%)")
    legend(figure, handles)
    return figure
