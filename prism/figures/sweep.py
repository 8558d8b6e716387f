"""A metric at the end of training against one of a method's settings: a panel a dataset."""

import pandas as pd
from matplotlib.figure import Figure

from prism.figures.curves import over_seeds
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import BLUE, panels
from prism.metrics.labels import METRIC_LABELS


def points(spec: FigureSpec, files: StudyFiles) -> pd.DataFrame:
    curves = files.curves()
    last = curves.groupby(["dataset", "noise", "method", "seed"])["iteration"].transform("max")
    return over_seeds(spec, curves[curves["iteration"] == last], spec.metric)


def draw(spec: FigureSpec, points: pd.DataFrame, files: StudyFiles) -> Figure:
    figure, axes = panels(len(spec.datasets))
    for axis, (dataset, title) in zip(axes, spec.datasets.items(), strict=True):
        found = points[points["dataset"] == dataset]
        positions = range(len(found))
        mean, error = 100 * found["mean"], 100 * found["interval_95"].fillna(0)
        axis.errorbar(positions, mean, error, color=BLUE, marker="o", capsize=2.5)
        axis.set_xticks(positions, found["label"])
        axis.set(title=title, xlabel=spec.setting, ylabel=f"{METRIC_LABELS[spec.metric]} (%)")
    return figure
