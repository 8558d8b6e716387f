"""How well wrong labels are found over iterations: a line a method, panels for precision, recall and AUROC."""

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.figure import Figure

from prism.figures.curves import over_seeds, with_band
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import legend, lines_of, panels

METRICS = {"precision": "precision (%)", "recall": "recall (%)", "auroc": "AUROC (%)"}


def points(spec: FigureSpec, files: StudyFiles) -> pd.DataFrame:
    curves = files.curves()
    parts = [over_seeds(spec, curves, f"detection_{metric}").assign(metric=metric) for metric in METRICS]
    return pd.concat(parts, ignore_index=True)


def draw(spec: FigureSpec, points: pd.DataFrame, files: StudyFiles) -> Figure:
    figure, axes = panels(len(spec.datasets) * len(METRICS), across=len(METRICS))
    handles: dict[str, Artist] = {}
    shown = [(dataset, metric) for dataset in spec.datasets for metric in METRICS]
    for axis, (dataset, metric) in zip(axes, shown, strict=True):
        found = with_band(points[(points["dataset"] == dataset) & (points["metric"] == metric)])
        handles |= lines_of(axis, spec.methods, found, scale=100)
        axis.set(xlabel="iteration", ylabel=METRICS[metric])
        axis.set_title(spec.datasets[dataset] if metric == "recall" else "")  # in the middle
    legend(figure, handles)
    return figure
