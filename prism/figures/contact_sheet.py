"""Draw a contact sheet of a dataset: some images of some classes, a row a class."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeVar

from pydantic import Field

from prism.errors import PrismError
from prism.figures.entry import FigureEntry, Source
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import PAGE

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.figure import Figure, SubFigure
    from numpy.typing import NDArray

    from prism.data.store import ImageStore

Item = TypeVar("Item")

SIDE = 96  # pixels of a cell, unless all images are smaller
GAP = 1 / 8  # between cells, as a share of a cell
LARGEST = 0.7  # inches of a cell
NAMES, TITLE = 1.1, 0.25  # inches that the names of classes or of columns take, and those that a title does
COLUMNS = ["dataset", "class_name", "split", "column", "origin", "path", "index"]


class ContactSheetEntry(FigureEntry):
    """Some images of some classes of a dataset, a row a class."""

    kind: Literal["contact_sheet"]
    classes: int = Field(default=12, ge=1, le=40, description="rows, spread over all classes")
    images: int = Field(default=16, ge=1, le=40, description="images in a row")
    split: Literal["train", "test", "query", "pretrain"] | None = Field(default=None, description="of all, if not set")
    sources: ClassVar[tuple[Source, ...]] = ("index", "images")
    note: ClassVar[str] = (
        "Classes and images are spread evenly over the dataset's, in their order. Where all classes have images of the "
        "same origins, such as typefaces, a column is an origin. Authors and licences: data/DATASET/ATTRIBUTION.md."
    )


ENTRY = ContactSheetEntry


def points(spec: FigureSpec[ContactSheetEntry], files: StudyFiles) -> pd.DataFrame:
    """Return the images in the sheet; `origin` is empty where columns have none in common."""
    import pandas as pd

    parts = []
    for dataset in spec.datasets:
        index = files.index(dataset).reset_index()
        shown = index if spec.entry.split is None else index[index["split"] == spec.entry.split]
        if shown.empty:
            raise PrismError(f"{dataset} has no images of the split {spec.entry.split}: name another in params.yaml.")
        parts.append(choose_images(shown, spec.entry.classes, spec.entry.images).assign(dataset=dataset))
    return pd.concat(parts, ignore_index=True)[COLUMNS]


def choose_images(index: pd.DataFrame, classes: int, images: int) -> pd.DataFrame:
    """Return the rows of at most `images` images of each of at most `classes` classes, with their columns."""
    import pandas as pd

    names = spread(sorted(index["class_name"].unique()), classes)
    rows = index[index["class_name"].isin(names)].sort_values(["class_name", "path"])
    rows = rows.assign(origin=rows["path"].str.rpartition("/")[0])
    by_origin = rows.drop_duplicates(["class_name", "origin"]).pivot(
        index="class_name", columns="origin", values="path"
    )
    shared = list(by_origin.columns[by_origin.notna().all()])
    if len(shared) >= images and len(names) > 1:
        origins = spread(shared, images)
        chosen = rows[rows["origin"].isin(origins)].drop_duplicates(["class_name", "origin"])
        return chosen.assign(column=chosen["origin"].map(origins.index))
    picked = [own.loc[spread(list(own.index), images)] for _, own in rows.groupby("class_name")]
    return pd.concat([own.assign(column=range(len(own)), origin=None) for own in picked])


def spread(items: list[Item], count: int) -> list[Item]:
    """Return at most `count` items, from the first to the last at equal distances."""
    if len(items) <= count:
        return items
    return [items[place * (len(items) - 1) // max(count - 1, 1)] for place in range(count)]


def draw(spec: FigureSpec[ContactSheetEntry], points: pd.DataFrame, files: StudyFiles) -> Figure:
    """Draw a sheet for each dataset, one below the other."""
    from matplotlib.figure import Figure

    sheets = {dataset: points[points["dataset"] == dataset] for dataset in spec.datasets}
    heights = [_height(found) for found in sheets.values()]
    figure = Figure(figsize=(PAGE, sum(heights)), layout="constrained")
    parts = figure.subfigures(len(sheets), 1, squeeze=False, height_ratios=heights)[:, 0]
    for part, (dataset, found) in zip(parts, sheets.items(), strict=True):
        part.suptitle(spec.datasets[dataset], fontsize="medium")
        _draw_sheet(part, found, files.images(dataset))
    return figure


def _height(found: pd.DataFrame) -> float:
    """Return the inches that a sheet needs."""
    cell = min(LARGEST, (PAGE - NAMES) / (found["column"].max() + 1))
    return float(TITLE + cell * found["class_name"].nunique() + (NAMES if found["origin"].notna().any() else 0))


def _draw_sheet(part: SubFigure, found: pd.DataFrame, images: ImageStore) -> None:
    """Draw all images as one, with the names of its rows and, if they have any, of its columns."""
    sheet, step = _compose(found, images)
    axis = part.subplots()
    axis.imshow(sheet, interpolation="none")  # store the images' own pixels
    classes = list(found["class_name"].unique())
    origins = found.drop_duplicates("column").set_index("column")["origin"].dropna()
    axis.set_yticks([(row + 0.5) * step for row in range(len(classes))], classes)
    axis.set_xticks([(column + 0.5) * step for column in origins.index], origins, rotation=90, fontsize=5.5)
    axis.tick_params(length=0, top=False, bottom=False, labeltop=True, labelbottom=False)
    axis.grid(visible=False)
    axis.spines[:].set_visible(False)


def _compose(found: pd.DataFrame, images: ImageStore) -> tuple[NDArray[np.uint8], int]:
    """Return one image of all, each shrunk to fit into the middle of its cell, and the pixels from cell to cell."""
    import numpy as np
    from PIL import Image

    pictures = [Image.fromarray(images[number]) for number in found["index"]]
    side = min(SIDE, max(max(picture.size) for picture in pictures))
    step = side + max(1, round(GAP * side))
    rows = {name: row for row, name in enumerate(found["class_name"].unique())}
    sheet = Image.new("RGB", ((int(found["column"].max()) + 1) * step, len(rows) * step), "white")
    for picture, name, column in zip(pictures, found["class_name"], found["column"], strict=True):
        picture.thumbnail((side, side))
        left, top = column * step + (step - picture.width) // 2, rows[name] * step + (step - picture.height) // 2
        sheet.paste(picture, (left, top))
    return np.asarray(sheet), step
