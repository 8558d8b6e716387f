"""Draw a contact sheet: the labels of a run that its filter finds the most and the least likely."""

from __future__ import annotations

import textwrap
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from prism.figures.entry import RunsEntry, Source
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import PAGE, RED

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from PIL.Image import Image

ROWS = {"most": "most likely", "least": "least likely"}
SIDE = 96  # pixels of an image's longer side
COLUMNS = ["dataset", "method", "seed", "row", "rank", "path", "given", "true", "p_clean", "kept", "index"]


class ExamplesEntry(RunsEntry):
    """A contact sheet of the most and the least likely labels of a run."""

    kind: Literal["examples"]
    method: str = Field(description="method, or method@key=value@key=value")
    count: int = Field(default=8, ge=1, le=12, description="images in a row")
    sources: ClassVar[tuple[Source, ...]] = ("p_clean", "index", "images")
    first_seed_only: ClassVar[bool] = True
    note: ClassVar[str] = (
        "Chosen by P_clean alone among the labels that the first seed's run has seen in its second half, one image of "
        "each given label at most. Dashed frames: wrong labels, with the true class in brackets where it is known. "
        "Authors and licences of the images: data/DATASET/ATTRIBUTION.md."
    )

    def methods(self) -> dict[str, str]:
        return {self.method: self.method}


ENTRY = ExamplesEntry


def points(spec: FigureSpec[ExamplesEntry], files: StudyFiles) -> pd.DataFrame:
    """Return the labels in the sheet; `true` is empty where nobody knows it."""
    import pandas as pd

    (method,), (seed,) = spec.methods.values(), spec.seeds
    parts = []
    for dataset in spec.datasets:
        labels = files.scored_labels(dataset, spec.noise[dataset], method, seed, spec.labels_name(dataset, seed))
        chosen = most_and_least_likely(labels, spec.entry.count)
        parts.append(_with_names(chosen, files.index(dataset)).assign(dataset=dataset))
    return pd.concat(parts, ignore_index=True).assign(method=method, seed=seed)[COLUMNS]


def most_and_least_likely(labels: pd.DataFrame, count: int) -> pd.DataFrame:
    """Return the `count` most and least likely labels, one of each given class at most; ties go by the index."""
    import pandas as pd

    ranked = labels.sort_values(["p_clean", "index"])
    ends = {"most": ranked.sort_values("p_clean", ascending=False, kind="stable"), "least": ranked}
    picked = [end.drop_duplicates("given").head(count).assign(row=row) for row, end in ends.items()]
    return pd.concat([rows.assign(rank=range(1, len(rows) + 1)) for rows in picked])


def _with_names(labels: pd.DataFrame, index: pd.DataFrame) -> pd.DataFrame:
    """Replace the numbers of classes by their names, and add the paths of the images."""
    names = index.groupby("label")["class_name"].first()
    known = labels["is_noisy"].notna()
    return labels.assign(
        path=index["path"].loc[labels["index"]].to_numpy(),
        given=labels["given"].map(names),
        true=labels["true"].map(names).where(known),
    )


def draw(spec: FigureSpec[ExamplesEntry], points: pd.DataFrame, files: StudyFiles) -> Figure:
    """Draw a row of the most and a row of the least likely labels for each dataset."""
    from matplotlib.figure import Figure
    from PIL import Image

    rows = [(dataset, row) for dataset in spec.datasets for row in ROWS]
    figure = Figure(figsize=(PAGE, 1.4 * len(rows)), layout="constrained")
    axes = figure.subplots(len(rows), spec.entry.count, squeeze=False)
    for line, (dataset, row) in zip(axes, rows, strict=True):
        images = files.images(dataset)
        found = points[(points["dataset"] == dataset) & (points["row"] == row)].to_dict("records")
        for axis, label in zip(line, found, strict=False):
            _draw_label(axis, Image.fromarray(images[label["index"]]), label)
        for axis in line[len(found) :]:
            axis.set_axis_off()
        line[0].set_ylabel(f"{spec.datasets[dataset]}\n{ROWS[row]}" if len(spec.datasets) > 1 else ROWS[row])
    return figure


def _draw_label(axis: Axes, image: Image, label: dict[Hashable, Any]) -> None:
    """Draw an image in a frame, and below it the given label, the true one if that is another, and p_clean."""
    image.thumbnail((SIDE, SIDE))
    axis.imshow(image, interpolation="none")  # store the image's own pixels
    wrong = isinstance(label["true"], str) and label["true"] != label["given"]
    lines = [*_wrapped(label["given"]), *(_wrapped(f"({label['true']})") if wrong else []), f"{label['p_clean']:#.2g}"]
    axis.set_xlabel("\n".join(lines), fontsize=6.5, labelpad=2)
    axis.set(xticks=[], yticks=[], anchor="S")
    axis.spines[:].set(visible=True, color=RED if wrong else "0.7", linewidth=1.2 if wrong else 0.6)
    axis.spines[:].set_linestyle("--" if wrong else "-")


def _wrapped(name: str) -> list[str]:
    return textwrap.wrap(name, width=15, max_lines=3, placeholder=" …") or [name]
