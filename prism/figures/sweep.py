"""Draw a metric at the end of training against one of a method's settings: a panel a dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import yaml
from pydantic import Field

from prism.figures.curves import over_seeds
from prism.figures.entry import RunsEntry
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import BLUE, panels
from prism.io.strict_model import Name
from prism.metrics.registry import MetricName, metric_label

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class SweepEntry(RunsEntry):
    """A metric at the end of training against one of a method's settings."""

    kind: Literal["sweep"]
    metric: MetricName
    method: Name
    setting: Name
    values: list[int | float] = Field(min_length=1)
    settings_key: ClassVar[str | None] = "setting"

    def methods(self) -> dict[str, str]:
        """Return a variant of the method for each value, written such that YAML reads the same value back."""
        written = {str(value): yaml.safe_dump(value).splitlines()[0] for value in self.values}
        return {label: f"{self.method}@{self.setting}={value}" for label, value in written.items()}


ENTRY = SweepEntry


def points(spec: FigureSpec[SweepEntry], files: StudyFiles) -> pd.DataFrame:
    """Return the metric at the last evaluation of each variant, as means over seeds."""
    curves = files.curves()
    last = curves.groupby(["dataset", "noise", "method", "seed"])["iteration"].transform("max")
    return over_seeds(spec, curves[curves["iteration"] == last], spec.entry.metric)


def draw(spec: FigureSpec[SweepEntry], points: pd.DataFrame, files: StudyFiles) -> Figure:
    """Draw a panel for each dataset, the values at equal distances."""
    figure, axes = panels(len(spec.datasets))
    for axis, (dataset, title) in zip(axes, spec.datasets.items(), strict=True):
        found = points[points["dataset"] == dataset]
        positions = range(len(found))
        mean, error = 100 * found["mean"], 100 * found["interval_95"].fillna(0)
        axis.errorbar(positions, mean, error, color=BLUE, marker="o", capsize=2.5)
        axis.set_xticks(positions, found["label"])
        axis.set(title=title, xlabel=spec.entry.setting, ylabel=f"{metric_label(spec.entry.metric)} (%)")
    return figure
