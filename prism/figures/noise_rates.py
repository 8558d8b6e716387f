"""Draw a metric at the end of training against the noise rate: a panel a kind of noise and dataset, a line a method."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from prism.figures.end_labels import LineEnd, add_end_labels, spread_labels
from prism.figures.entry import FigureEntry
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import BLUE, COLUMN, PAGE, RED, add_legend
from prism.metrics.registry import MetricName, metric_label
from prism.noise.models import noise_model
from prism.noise.name import AUTHORS, NoiseKindName, parse_noise

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PLACE = ["dataset", "noise", "method"]
COLUMNS = ["dataset", "kind", "noise", "rate", "label", "method", "group", "mean", "interval_95", "seeds"]
HEIGHT = 1.75  # inches of a panel
DODGE = 0.5  # between neighbouring lines, in percent of wrong labels
MARGIN = 4  # beside the lowest and the highest rate, in the same unit
# The first line stands out, the others of `lines` follow; the best of groups are quieter, in colours of their own.
FIRST: dict[str, Any] = {"color": RED, "linewidth": 2.2, "marker": "o", "markersize": 5, "zorder": 5}
OTHERS: list[dict[str, Any]] = [
    {"color": colour, "linewidth": 1.6, "marker": marker, "zorder": 4}
    for colour, marker in ((BLUE, "s"), ("#000000", "X"))
]
GROUPS: list[dict[str, Any]] = [
    {"color": colour, "linewidth": 0.9, "marker": marker, "markersize": 3, "zorder": 3}
    for colour, marker in (("#7A6299", "^"), ("#2F7F6F", "D"), ("#8F6A1B", "v"), ("#A0527A", "P"))
]
CEILING: dict[str, Any] = {"color": "0.45", "linewidth": 1.2, "linestyle": (0, (4, 2)), "zorder": 2}

Lines = dict[str, str]


class NoiseRatesEntry(FigureEntry):
    """A metric at the end of training against the noise rate, of runs that tables train."""

    kind: Literal["noise_rates"]
    metric: MetricName
    noises: list[NoiseKindName] = Field(min_length=1, description="kinds of noise, a row of panels each")
    lines: Lines = Field(min_length=1, description="label: method; the first stands out")
    ceiling: Lines = Field(default={}, description="label: method, dashed in grey: what could be reached")
    groups: dict[str, Lines] = Field(default={}, description="name: methods by label, of which the best is drawn")
    note: ClassVar[str] = (
        "Bars: 95 % intervals over seeds, at the last iteration. The best of a group has the highest mean over the"
        " rates of its panel."
    )

    def methods(self) -> dict[str, str]:
        return self.lines | self.ceiling | dict(chain.from_iterable(group.items() for group in self.groups.values()))

    @model_validator(mode="after")
    def _check(self) -> Self:
        labels = [*self.lines, *self.ceiling, *chain.from_iterable(self.groups.values())]
        if repeated := next((label for label in labels if labels.count(label) > 1), None):
            raise ValueError(f"has two lines of the label {repeated!r}; give each its own")
        if without_rate := next((kind for kind in self.noises if not noise_model(kind).has_rate), None):
            raise ValueError(f"has {without_rate} in noises, which has no rate; leave it out")
        return self


ENTRY = NoiseRatesEntry


def points(spec: FigureSpec[NoiseRatesEntry], files: StudyFiles) -> pd.DataFrame:
    """Return the metric of every line at every rate that was run; of each group, those of its best method."""
    import pandas as pd

    scores = final_scores(files.curves(), spec.entry.metric)
    panels = [
        scores[(scores["dataset"] == dataset) & (scores["kind"] == kind)]
        for dataset in spec.datasets
        for kind in spec.entry.noises
    ]
    lines = [line for panel in panels for line in _lines(spec, panel) if len(line)]
    return pd.concat(lines, ignore_index=True)[COLUMNS] if lines else pd.DataFrame(columns=COLUMNS)


def final_scores(curves: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Return mean and 95 % interval over seeds of a metric at the last evaluation of each dataset, noise and method."""
    import pandas as pd

    from prism.metrics.statistics import interval

    last = curves["iteration"] == curves.groupby([*PLACE, "seed"])["iteration"].transform("max")
    values = curves[last].reindex(columns=[*PLACE, metric]).dropna().groupby(PLACE)[metric]
    scores = pd.DataFrame(
        [(*place, *interval(found)) for place, found in values], columns=[*PLACE, "mean", "interval_95", "seeds"]
    )
    parsed = [parse_noise(noise) for noise in scores["noise"]]
    return scores.assign(kind=[noise.kind for noise in parsed], rate=[noise.rate for noise in parsed])


def _lines(spec: FigureSpec[NoiseRatesEntry], scores: pd.DataFrame) -> Iterator[pd.DataFrame]:
    """Yield the points of each line of a panel, by rate."""
    released = scores["noise"].str.startswith(AUTHORS)
    if released.any():  # a study that has the authors' lists of a dataset shows them in its tables
        scores = scores[released]
    found = {
        label: scores[scores["method"] == method].sort_values("rate").assign(label=label, group=None)
        for label, method in spec.methods.items()
    }
    rates = len({rate for line in found.values() for rate in line["rate"]})
    grouped = {label for group in spec.entry.groups.values() for label in group}
    yield from (line for label, line in found.items() if label not in grouped)
    for name, group in spec.entry.groups.items():
        # A method that was not run at the highest rates would look better than the others.
        whole = [found[label] for label in group if label in found and len(found[label]) == rates]
        if whole:
            yield max(whole, key=lambda line: line["mean"].mean()).assign(group=name)


def draw(spec: FigureSpec[NoiseRatesEntry], points: pd.DataFrame, files: StudyFiles) -> Figure:
    """Draw a column of panels for each dataset, with a row for each kind of noise that was run."""
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    kinds = [kind for kind in spec.entry.noises if kind in set(points["kind"])]
    width = COLUMN if len(spec.datasets) == 1 else PAGE
    figure = Figure(figsize=(width, HEIGHT * len(kinds)), layout="constrained")
    axes = figure.subplots(len(kinds), len(spec.datasets), squeeze=False, sharey="col")
    names = {}
    for row, kind in zip(axes, kinds, strict=True):
        for axis, (dataset, title) in zip(row, spec.datasets.items(), strict=True):
            found = points[(points["dataset"] == dataset) & (points["kind"] == kind)]
            names[axis] = add_end_labels(axis, _draw_lines(axis, spec, found))
            axis.set_title(f"{title}, {noise_model(kind).label} noise", loc="left")
            axis.set_xticks(sorted(set(100 * found["rate"])))
            axis.set_xlim(100 * points["rate"].min() - MARGIN, 100 * points["rate"].max() + MARGIN)
        row[0].set_ylabel(f"{metric_label(spec.entry.metric)} (%)")
    for axis in axes[-1]:
        axis.set_xlabel("wrong labels (%)")
    groups = [name for name in spec.entry.groups if name in set(points["group"])]
    if groups:
        add_legend(figure, {name: Line2D([], [], **_look(spec, None, name)) for name in groups})
    figure.draw_without_rendering()  # which gives the panels their final places
    for axis, labels in names.items():
        spread_labels(axis, labels)
    return figure


def _draw_lines(axis: Axes, spec: FigureSpec[NoiseRatesEntry], points: pd.DataFrame) -> list[LineEnd]:
    """Draw the lines of a panel with their intervals, and return their ends."""
    ends = []
    labels = list(dict.fromkeys(points["label"]))
    for place, label in enumerate(labels):
        line = points[points["label"] == label]
        look = _look(spec, label, line["group"].iloc[0])
        rates = 100 * line["rate"] + DODGE * (place - (len(labels) - 1) / 2)  # so that no bar covers another
        mean, error = 100 * line["mean"], 100 * line["interval_95"].fillna(0)
        axis.errorbar(rates, mean, error, elinewidth=0.7, **look)
        ends.append(LineEnd(label, mean.iloc[-1], look["color"], bold=look is FIRST))
    return ends


def _look(spec: FigureSpec[NoiseRatesEntry], label: str | None, group: str | None) -> dict[str, Any]:
    """Return how a line is drawn: the first of all stands out, the ceiling is dashed, the best of groups are quiet."""
    if group is not None:
        return GROUPS[list(spec.entry.groups).index(group) % len(GROUPS)]
    if label in spec.entry.ceiling:
        return CEILING
    place = list(spec.methods).index(str(label))
    return FIRST if place == 0 else OTHERS[(place - 1) % len(OTHERS)]
