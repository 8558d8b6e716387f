"""Draw how p_clean is distributed over right and wrong labels at the end of training: a panel a method and dataset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from prism.figures.entry import LinesEntry, Source
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import BLUE, RED, add_legend, panels

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BINS = 40
RIGHT, WRONG, UNKNOWN = "right labels", "wrong labels", "labels"


class PCleanEntry(LinesEntry):
    """How p_clean is distributed over right and wrong labels, a panel a method."""

    kind: Literal["p_clean"]
    sources: ClassVar[tuple[Source, ...]] = ("p_clean",)
    note: ClassVar[str] = (
        "Each label as it was last seen, if that was in the second half of the training and the bank had features of "
        "its class. Means over seeds."
    )


ENTRY = PCleanEntry


def points(spec: FigureSpec[PCleanEntry], files: StudyFiles) -> pd.DataFrame:
    """Return the share of the right, and of the wrong, labels in each bin, as a mean over seeds."""
    import pandas as pd

    parts = []
    for dataset in spec.datasets:
        for label, method in spec.methods.items():
            runs = [
                files.scored_labels(dataset, spec.noise[dataset], method, seed, spec.labels_name(dataset, seed))
                for seed in spec.seeds
            ]
            if all(len(run) for run in runs):
                parts.append(histograms(runs).assign(dataset=dataset, label=label, method=method))
    columns = ["dataset", "label", "method", "labels", "low", "high", "share", "seeds"]
    return pd.concat(parts, ignore_index=True)[columns] if parts else pd.DataFrame(columns=columns)


def histograms(runs: list[pd.DataFrame], bins: int = BINS) -> pd.DataFrame:
    """Return bins from the lowest to the highest score of all runs, with the share of each group's labels in them."""
    import numpy as np
    import pandas as pd

    scores = np.concatenate([run["p_clean"] for run in runs])
    edges = np.linspace(scores.min(), scores.max(), bins + 1)
    parts = []
    for name in (RIGHT, WRONG, UNKNOWN):
        groups = [group for run in runs if len(group := run["p_clean"][_group_of_each_label(run) == name])]
        if groups:
            shares = [np.histogram(group, edges)[0] / len(group) for group in groups]
            columns = {"low": edges[:-1], "high": edges[1:], "share": np.mean(shares, axis=0)}
            parts.append(pd.DataFrame(columns).assign(labels=name, seeds=len(groups)))
    return pd.concat(parts)


def _group_of_each_label(run: pd.DataFrame) -> pd.Series:
    return run["is_noisy"].astype("boolean").map({False: RIGHT, True: WRONG}).fillna(UNKNOWN)


def draw(spec: FigureSpec[PCleanEntry], points: pd.DataFrame, files: StudyFiles) -> Figure:
    """Draw a panel for each dataset and method that scored labels."""
    shown = list(points.groupby(["dataset", "label"], sort=False))
    figure, axes = panels(len(shown))
    handles: dict[str, Artist] = {}
    for axis, ((dataset, label), found) in zip(axes, shown, strict=True):
        handles |= _draw_histograms(axis, found)
        title = spec.datasets[str(dataset)]
        axis.set(title=f"{title}: {label}" if len(spec.methods) > 1 else title)
        axis.set(ylabel="share of the labels (%)", ylim=(0, None))
        axis.locator_params(axis="x", nbins=6)
        axis.set_xlabel(r"$P_\mathrm{clean}$", parse_math=True)
    add_legend(figure, handles)
    return figure


def _draw_histograms(axis: Axes, points: pd.DataFrame) -> Iterator[tuple[str, Artist]]:
    """Draw right labels as an area and wrong ones as a hatched outline, which can be told apart without colour."""
    for name, group in points.groupby("labels", sort=False):
        edges = [*group["low"], group["high"].iloc[-1]]
        colour, hatch, face = (RED, "/////", "none") if name == WRONG else (BLUE, None, f"{BLUE}40")
        look: dict[str, Any] = {"facecolor": face, "edgecolor": colour, "hatch": hatch, "linewidth": 1}
        yield str(name), axis.stairs(100 * group["share"], edges, fill=True, **look)
