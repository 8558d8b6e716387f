"""Draw how well wrong labels are found over iterations: a line a method, panels for precision, recall and AUROC."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import field_validator

from prism.figures.curves import over_seeds, with_band
from prism.figures.entry import LinesEntry
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import add_legend, draw_lines, panels
from prism.noise.name import parse_noise

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure

METRICS = {"precision": "precision (%)", "recall": "recall (%)", "auroc": "AUROC (%)"}


class DetectionEntry(LinesEntry):
    """Precision, recall and AUROC of wrong labels against iterations, a line a method."""

    kind: Literal["detection"]

    @field_validator("noise")
    @classmethod
    def _check_that_wrong_labels_are_known(cls, noise: str) -> str:
        parsed = parse_noise(noise)
        if parsed.rate == 0 or not parsed.model.truth_is_known:
            raise ValueError(f"is {noise}, but must be noise of which the wrong labels are known")
        return noise


ENTRY = DetectionEntry


def points(spec: FigureSpec[DetectionEntry], files: StudyFiles) -> pd.DataFrame:
    """Return the three measures at every evaluation, as means over seeds."""
    import pandas as pd

    curves = files.curves()
    parts = [over_seeds(spec, curves, f"detection_{metric}").assign(metric=metric) for metric in METRICS]
    return pd.concat(parts, ignore_index=True)


def draw(spec: FigureSpec[DetectionEntry], points: pd.DataFrame, files: StudyFiles) -> Figure:
    """Draw a row of panels for each dataset."""
    figure, axes = panels(len(spec.datasets) * len(METRICS), across=len(METRICS))
    handles: dict[str, Artist] = {}
    shown = [(dataset, metric) for dataset in spec.datasets for metric in METRICS]
    for axis, (dataset, metric) in zip(axes, shown, strict=True):
        found = with_band(points[(points["dataset"] == dataset) & (points["metric"] == metric)])
        handles |= draw_lines(axis, spec.methods, found, scale=100)
        axis.set(xlabel="iteration", ylabel=METRICS[metric])
        axis.set_title(spec.datasets[dataset] if metric == "recall" else "")  # the panel in the middle
    add_legend(figure, handles)
    return figure
