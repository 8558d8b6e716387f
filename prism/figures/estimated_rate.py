"""Draw the noise rate that a filter estimates as it trains: a line a noise, a panel a dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from prism.figures.curves import over_seeds, with_band
from prism.figures.entry import FigureEntry
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import add_legend, draw_lines, panels
from prism.noise.name import AUTHORS, NoiseName, parse_noise

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure


def _with_known_rate(noise: str) -> str:
    if not parse_noise(noise).model.truth_is_known:
        raise ValueError(f"has {noise}, whose rate nobody knows; leave it out")
    return noise


class EstimatedRateEntry(FigureEntry):
    """The estimated noise rate against iterations, of runs that tables train."""

    kind: Literal["estimated_rate"]
    method: str = Field(description="method that estimates the rate, or method@key=value@key=value")
    noises: list[Annotated[NoiseName, AfterValidator(_with_known_rate)]] = Field(
        min_length=1, description="a line each"
    )
    note: ClassVar[str] = (
        "Mean of the batches since the last evaluation, in a 95 % interval over seeds. Dashed: the rate in the noise's "
        "name."
    )

    def methods(self) -> dict[str, str]:
        return {self.method: self.method}


ENTRY = EstimatedRateEntry


def points(spec: FigureSpec[EstimatedRateEntry], files: StudyFiles) -> pd.DataFrame:
    """Return the estimate at every evaluation under each noise that was run, as means over seeds, beside the rate."""
    import pandas as pd

    curves = files.curves()
    parts = []
    for dataset in spec.datasets:
        there = set(curves.loc[curves["dataset"] == dataset, "noise"])
        for noise in spec.entry.noises:
            # A study that has the authors' list of a dataset trains under it instead.
            name = AUTHORS + noise if AUTHORS + noise in there else noise
            alone = spec.model_copy(update={"datasets": {dataset: ""}, "noise": {dataset: name}})
            found = over_seeds(alone, curves, "estimated_rate")
            if len(found):
                parts.append(found.assign(label=parse_noise(noise).label, noise=name, rate=parse_noise(noise).rate))
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def draw(spec: FigureSpec[EstimatedRateEntry], points: pd.DataFrame, files: StudyFiles) -> Figure:
    """Draw a panel for each dataset."""
    figure, axes = panels(len(spec.datasets))
    rates = dict(zip(points["label"], points["rate"], strict=True))
    handles: dict[str, Artist] = {}
    for axis, (dataset, title) in zip(axes, spec.datasets.items(), strict=True):
        found = with_band(points[points["dataset"] == dataset])
        for label, line in draw_lines(axis, rates, found, scale=100, dashes=["-"]):
            axis.axhline(100 * rates[label], color=line.get_color(), linestyle="--", linewidth=0.8)
            handles[label] = line
        axis.set(title=title, xlabel="iteration", ylabel="R (%)")
        axis.set_ylim(bottom=min(0.0, axis.get_ylim()[0]))
    add_legend(figure, handles)
    return figure
