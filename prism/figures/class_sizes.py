"""Draw how many training images each class has, from the most to the fewest."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from prism.figures.entry import FigureEntry, Source
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import BLUE, COLUMN, PAGE

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure, SubFigure

NAMED = 120  # classes that there is room to name
ACROSS = 2  # columns of names
ROW = 0.1  # inches


class ClassSizesEntry(FigureEntry):
    """How many training images each class has."""

    kind: Literal["class_sizes"]
    sources: ClassVar[tuple[Source, ...]] = ("index",)
    note: ClassVar[str] = ""


ENTRY = ClassSizesEntry


def points(spec: FigureSpec[ClassSizesEntry], files: StudyFiles) -> pd.DataFrame:
    """Return the number of training images of every class."""
    import pandas as pd

    parts = [class_sizes(files.index(dataset)).assign(dataset=dataset) for dataset in spec.datasets]
    return pd.concat(parts, ignore_index=True)[["dataset", "class_name", "images"]]


def class_sizes(index: pd.DataFrame) -> pd.DataFrame:
    """Return class_name and images of the training classes, the largest first; ties go by the name."""
    sizes = index[index["split"] == "train"].groupby("class_name").size().reset_index(name="images")
    return sizes.sort_values(["images", "class_name"], ascending=[False, True])


def draw(spec: FigureSpec[ClassSizesEntry], points: pd.DataFrame, files: StudyFiles) -> Figure:
    """Draw bars with the names of the classes where there is room for them, otherwise a curve over their ranks."""
    import numpy as np
    from matplotlib.figure import Figure

    sizes = {dataset: points[points["dataset"] == dataset] for dataset in spec.datasets}
    heights = [0.6 + ROW * np.ceil(len(s) / ACROSS) if len(s) <= NAMED else 2.1 for s in sizes.values()]
    width = PAGE if any(len(found) <= NAMED for found in sizes.values()) else COLUMN
    figure = Figure(figsize=(width, sum(heights)), layout="constrained")
    parts = figure.subfigures(len(sizes), 1, squeeze=False, height_ratios=heights)[:, 0]
    for part, (dataset, found) in zip(parts, sizes.items(), strict=True):
        part.suptitle(spec.datasets[dataset], fontsize="medium")
        (_draw_bars if len(found) <= NAMED else _draw_curve)(part, found)
    return figure


def _draw_bars(part: SubFigure, sizes: pd.DataFrame) -> None:
    import numpy as np

    columns = np.array_split(np.arange(len(sizes)), ACROSS)
    for axis, rows in zip(part.subplots(1, ACROSS, sharex=True), columns, strict=True):
        found = sizes.iloc[rows]
        axis.barh(range(len(found)), found["images"], height=0.75, color=BLUE)
        axis.set_yticks(range(len(found)), found["class_name"], fontsize=5.5)
        axis.tick_params(axis="y", length=0, pad=1.5)
        axis.grid(visible=False, axis="y")
        axis.set(xlabel="images", ylim=(len(columns[0]) - 0.5, -0.5))


def _draw_curve(part: SubFigure, sizes: pd.DataFrame) -> None:
    import numpy as np

    axis = part.subplots()
    edges = np.arange(len(sizes) + 1) + 0.5
    axis.stairs(sizes["images"], edges, fill=True, facecolor=f"{BLUE}40", edgecolor=BLUE, linewidth=1)
    axis.set(xlabel="class, from the largest to the smallest", ylabel="images", ylim=(0, None), xlim=(0, None))
