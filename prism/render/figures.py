"""The figures of a study: vector graphics with the same bytes every time, and their data beside them."""

from pathlib import Path
from typing import Any, Literal

import matplotlib
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from prism.files import atomic, existing, write_text
from prism.params.models import METRIC_LABELS
from prism.params.settings import Model
from prism.render.statistics import interval

# Okabe and Ito's colours, which colour-blind readers tell apart; markers tell them apart in grey.
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X"]
STYLE: Any = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "legend.frameon": False,
    "svg.hashsalt": "prism",
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
}


class FigureSpec(Model):
    kind: Literal["iterations", "sweep"]
    metric: str
    noise: dict[str, str]  # dataset: noise
    datasets: dict[str, str]  # key: title
    methods: dict[str, str]  # label of the line or point: method
    setting: str | None = None  # what a sweep varies


def render_figure(name: str, spec: FigureSpec, curves_path: Path, output: Path) -> None:
    """Write `output`.pdf, .svg and .csv."""
    points = figure_points(spec, pd.read_csv(existing(curves_path)))
    write_text(output.with_suffix(".csv"), points.to_csv(index=False))
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(4.2 * len(spec.datasets), 2.9), layout="constrained")
        axes = figure.subplots(1, len(spec.datasets), squeeze=False)[0]
        for axis, (dataset, title) in zip(axes, spec.datasets.items(), strict=True):
            _draw(axis, spec, points[points["dataset"] == dataset])
            axis.set_title(title)
        for suffix, metadata in ((".pdf", {"CreationDate": None}), (".svg", {"Date": None})):
            with atomic(output.with_suffix(suffix)) as temporary:
                figure.savefig(temporary, metadata=metadata)


def figure_points(spec: FigureSpec, curves: pd.DataFrame) -> pd.DataFrame:
    """Mean and 95 % interval over seeds: at every evaluation of a line, or at the end of a sweep's runs."""
    curves = curves[curves["noise"] == curves["dataset"].map(spec.noise)]
    if spec.kind == "sweep":
        last = curves.groupby(["dataset", "method", "seed"])["iteration"].transform("max")
        curves = curves[curves["iteration"] == last]
    points = []
    for dataset in spec.datasets:
        for label, method in spec.methods.items():
            runs = curves[(curves["dataset"] == dataset) & (curves["method"] == method)]
            for iteration, values in runs.groupby("iteration")[spec.metric]:
                mean, half_width, seeds = interval(values)
                points.append((dataset, label, method, iteration, mean, half_width, seeds))
    return pd.DataFrame(points, columns=["dataset", "label", "method", "iteration", "mean", "interval_95", "seeds"])


def _draw(axis: Axes, spec: FigureSpec, points: pd.DataFrame) -> None:
    points = points.assign(mean=100 * points["mean"], interval_95=100 * points["interval_95"].fillna(0))
    axis.set_ylabel(f"{METRIC_LABELS[spec.metric]} (%)")
    if spec.kind == "sweep":
        positions = range(len(points))
        axis.errorbar(
            positions, points["mean"], points["interval_95"], color=COLOURS[0], marker="o", markersize=4, capsize=3
        )
        axis.set_xticks(positions, points["label"])
        axis.set_xlabel(spec.setting or "")
        return
    for number, (label, line) in enumerate(points.groupby("label", sort=False)):
        colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
        axis.plot(line["iteration"], line["mean"], color=colour, marker=marker, markersize=3, label=str(label))
        low, high = line["mean"] - line["interval_95"], line["mean"] + line["interval_95"]
        axis.fill_between(line["iteration"], low, high, color=colour, alpha=0.15, linewidth=0)
    axis.set_xlabel("iteration")
    axis.legend()
