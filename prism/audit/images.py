"""A user's images with the classes that were given to them."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from prism.audit.tables import read_csv
from prism.errors import PrismError

SUFFIXES = {".bmp", ".gif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}


@dataclass(frozen=True)
class Problem:
    """A file that could not be taken as an image."""

    path: str
    why: str


@dataclass(frozen=True)
class LabelledImages:
    """A user's images with the classes that were given to them."""

    root: Path  # the folder that the paths are below
    paths: list[str]  # relative to root, with /
    classes: list[str]  # names of the classes, sorted; a nested class is "animals/cats"
    labels: NDArray[np.int64]  # (N,) given label of each image, an index into classes
    problems: list[Problem]  # files that could not be taken as images; they are not in paths


def list_images(root: Path, labels: Path | None) -> LabelledImages:
    """Return the images below `root`: a folder is a class, or `labels` is a CSV file of the columns path and label."""
    if not root.is_dir():
        raise PrismError(f"{root} is not a folder: name the folder of the images.")
    if labels is None:
        files = sorted(path for path in root.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
        paths = [path.relative_to(root).as_posix() for path in files]
        given = [path.rpartition("/")[0] for path in paths]
    else:
        table = read_csv(labels, ["path", "label"])
        paths, given = list(table["path"]), list(table["label"])
    classes = sorted(set(given))
    number = {name: index for index, name in enumerate(classes)}
    return LabelledImages(root, paths, classes, np.array([number[name] for name in given], dtype=np.int64), [])
