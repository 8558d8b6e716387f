"""A contact sheet: the labels of a run that its filter finds the most and the least likely."""

import textwrap
from collections.abc import Hashable
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image

from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import PAGE, RED

ROWS = {"most": "most likely", "least": "least likely"}
SIDE = 96  # pixels of an image's longer side
COLUMNS = ["dataset", "method", "seed", "row", "rank", "path", "given", "true", "p_clean", "kept", "index"]


def points(spec: FigureSpec, files: StudyFiles) -> pd.DataFrame:
    """The labels in the sheet; `true` is empty where nobody knows it."""
    (method,), (seed,) = spec.methods.values(), spec.seeds
    parts = []
    for dataset in spec.datasets:
        labels = files.scored_labels(dataset, spec.noise[dataset], method, seed)
        parts.append(_named(chosen(labels, spec.count), files.index(dataset)).assign(dataset=dataset))
    return pd.concat(parts, ignore_index=True).assign(method=method, seed=seed)[COLUMNS]


def chosen(labels: pd.DataFrame, count: int) -> pd.DataFrame:
    """The `count` most and least likely labels, one of each given class at most; equal ones in the index's order."""
    ranked = labels.sort_values(["p_clean", "index"])
    ends = {"most": ranked.sort_values("p_clean", ascending=False, kind="stable"), "least": ranked}
    picked = [end.drop_duplicates("given").head(count).assign(row=row) for row, end in ends.items()]
    return pd.concat([rows.assign(rank=range(1, len(rows) + 1)) for rows in picked])


def _named(labels: pd.DataFrame, index: pd.DataFrame) -> pd.DataFrame:
    names = index.groupby("label")["class_name"].first()
    known = labels["is_noisy"].notna()
    return labels.assign(
        path=index["path"].loc[labels["index"]].to_numpy(),
        given=labels["given"].map(names),
        true=labels["true"].map(names).where(known),
    )


def draw(spec: FigureSpec, points: pd.DataFrame, files: StudyFiles) -> Figure:
    rows = [(dataset, row) for dataset in spec.datasets for row in ROWS]
    figure = Figure(figsize=(PAGE, 1.4 * len(rows)), layout="constrained")
    axes = figure.subplots(len(rows), spec.count, squeeze=False)
    for line, (dataset, row) in zip(axes, rows, strict=True):
        images = files.images(dataset)
        found = points[(points["dataset"] == dataset) & (points["row"] == row)].to_dict("records")
        for axis, label in zip(line, found, strict=False):
            _show(axis, Image.fromarray(images[label["index"]]), label)
        for axis in line[len(found) :]:
            axis.set_axis_off()
        line[0].set_ylabel(f"{spec.datasets[dataset]}\n{ROWS[row]}" if len(spec.datasets) > 1 else ROWS[row])
    return figure


def _show(axis: Axes, image: Image.Image, label: dict[Hashable, Any]) -> None:
    """An image in a frame, and below it the given label, the true one if that is another, and p_clean."""
    image.thumbnail((SIDE, SIDE))
    axis.imshow(image, interpolation="none")  # so that its own pixels are stored
    wrong = isinstance(label["true"], str) and label["true"] != label["given"]
    lines = [*_wrapped(label["given"]), *(_wrapped(f"({label['true']})") if wrong else []), f"{label['p_clean']:#.2g}"]
    axis.set_xlabel("\n".join(lines), fontsize=6.5, labelpad=2)
    axis.set(xticks=[], yticks=[], anchor="S")
    axis.spines[:].set(visible=True, color=RED if wrong else "0.7", linewidth=1.2 if wrong else 0.6)
    axis.spines[:].set_linestyle("--" if wrong else "-")


def _wrapped(name: str) -> list[str]:
    return textwrap.wrap(name, width=15, max_lines=3, placeholder=" …") or [name]
