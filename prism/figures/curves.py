"""Means and intervals over seeds from the curves of the runs, for the kinds of figures that draw them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from prism.figures.spec import FigureSpec

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ["dataset", "label", "method", "iteration", "mean", "interval_95", "seeds"]


def rows_of_lines(spec: FigureSpec[Any], curves: "pd.DataFrame") -> Iterator[tuple[str, str, str, "pd.DataFrame"]]:
    """Yield dataset, label and method of every line, and the rows of its runs in `curves`."""
    curves = curves[curves["noise"] == curves["dataset"].map(spec.noise)]
    for dataset in spec.datasets:
        for label, method in spec.methods.items():
            yield dataset, label, method, curves[(curves["dataset"] == dataset) & (curves["method"] == method)]


def over_seeds(spec: FigureSpec[Any], curves: "pd.DataFrame", metric: str) -> "pd.DataFrame":
    """Return mean and 95 % interval of a metric over seeds, at every iteration at which it was recorded."""
    import pandas as pd

    from prism.metrics.statistics import interval

    points = []
    for dataset, label, method, runs in rows_of_lines(spec, curves):
        for iteration, values in runs.reindex(columns=["iteration", metric]).dropna().groupby("iteration")[metric]:
            mean, half_width, seeds = interval(values)
            points.append((dataset, label, method, iteration, mean, half_width, seeds))
    return pd.DataFrame(points, columns=COLUMNS)


def with_band(points: "pd.DataFrame") -> "pd.DataFrame":
    """Add `low` and `high`, the ends of each point's interval; both are the mean where there is a single seed."""
    half_width = points["interval_95"].fillna(0)
    return points.assign(low=points["mean"] - half_width, high=points["mean"] + half_width)
