"""What several kinds of figures take from the curves of the runs."""

from collections.abc import Iterator

import pandas as pd

from prism.figures.spec import FigureSpec
from prism.metrics.statistics import interval

COLUMNS = ["dataset", "label", "method", "iteration", "mean", "interval_95", "seeds"]


def runs_of(spec: FigureSpec, curves: pd.DataFrame) -> Iterator[tuple[str, str, str, pd.DataFrame]]:
    """Dataset, label and method of every line, and the rows of its runs."""
    curves = curves[curves["noise"] == curves["dataset"].map(spec.noise)]
    for dataset in spec.datasets:
        for label, method in spec.methods.items():
            yield dataset, label, method, curves[(curves["dataset"] == dataset) & (curves["method"] == method)]


def over_seeds(spec: FigureSpec, curves: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Mean and 95 % interval of a metric over seeds, at every iteration at which it was recorded."""
    points = []
    for dataset, label, method, runs in runs_of(spec, curves):
        for iteration, values in runs.reindex(columns=["iteration", metric]).dropna().groupby("iteration")[metric]:
            mean, half_width, seeds = interval(values)
            points.append((dataset, label, method, iteration, mean, half_width, seeds))
    return pd.DataFrame(points, columns=COLUMNS)


def with_band(points: pd.DataFrame) -> pd.DataFrame:
    """The points with `low` and `high`, the ends of their intervals; those of a single seed have none."""
    half_width = points["interval_95"].fillna(0)
    return points.assign(low=points["mean"] - half_width, high=points["mean"] + half_width)
