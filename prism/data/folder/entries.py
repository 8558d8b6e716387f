"""List a user's own images with their classes, and split them into training and test."""

from pathlib import Path

import numpy as np
import pandas as pd

from prism.data.entry import Entry
from prism.data.folder.csv_file import read_text_table
from prism.data.folder.listing import images_below
from prism.data.folder.split import training_classes, training_images
from prism.data.sources.folder import FolderDataset
from prism.errors import PrismError

COLUMNS = ["path", "label"]
FEWEST = 2  # classes in each split


def folder_entries(settings: FolderDataset) -> list[Entry]:
    """Return all images below the root, ordered by class and path; the split seed draws what trains."""
    root = Path(settings.root)
    if not root.is_dir():
        raise PrismError(f"{root} is not a folder: give the folder of the images as root.")
    images = _images_by_folder(root) if settings.labels is None else _images_by_csv(Path(settings.labels), root)
    images = sorted(images)
    train = _by_class(images, settings) if settings.split == "class" else _by_image(images, settings)
    return [
        Entry(path, name, "train" if trains else "test") for (name, path), trains in zip(images, train, strict=True)
    ]


def _images_by_folder(root: Path) -> list[tuple[str, str]]:
    """Return class and path of every image in a folder of its class, which may be nested."""
    found = images_below(root)
    if found.unreadable:
        folder, why = found.unreadable[0]
        raise PrismError(f"{root / folder} cannot be opened ({why}): let yourself read it, or move it away.")
    return [(class_name, path) for class_name, path in found.images if class_name]


def _images_by_csv(path: Path, root: Path) -> list[tuple[str, str]]:
    """Return class and path of every image that a CSV of path,label lists."""
    table = _read_csv(path)
    empty = table.index[(table["path"] == "") | (table["label"] == "")]
    if len(empty):
        raise PrismError(f"{path} has no path or no label in line {empty[0] + 2}: complete or delete the line.")
    repeated = table["path"][table["path"].duplicated()]
    if len(repeated):
        raise PrismError(f"{path} lists {repeated.iloc[0]} more than once: keep one of its lines.")
    missing = [image for image in table["path"] if not (root / image).is_file()]
    if missing:
        raise PrismError(
            f"{path} lists {missing[0]} ({len(missing)} such), which is not below {root}: mend the list or root."
        )
    return list(zip(table["label"], table["path"], strict=True))


def _read_csv(path: Path) -> pd.DataFrame:
    table = read_text_table(path)
    for column in [*COLUMNS, *table]:
        if column not in table or column not in COLUMNS:
            problem = "the unknown column" if column in table else "no column"
            raise PrismError(f"{path} has {problem} {column!r}: its first line must be path,label.")
    return table


def _by_class(images: list[tuple[str, str]], settings: FolderDataset) -> list[bool]:
    """Return which images train: those of the share `train_share` of the classes."""
    classes = sorted({name for name, _ in images})
    drawn = training_classes(classes, settings.train_share, settings.split_seed)
    train, test = len(drawn), len(classes) - len(drawn)
    if min(train, test) < FEWEST:
        raise PrismError(
            f"{settings.labels or settings.root} has {len(classes)} classes, of which {train} would train and {test} "
            f"test: there must be at least {FEWEST} of each, so add classes or change train_share."
        )
    return [name in drawn for name, _ in images]


def _by_image(images: list[tuple[str, str]], settings: FolderDataset) -> list[bool]:
    """Return which images train: the share `train_share` of those of each class."""
    classes, labels, sizes = np.unique([name for name, _ in images], return_inverse=True, return_counts=True)
    train = training_images(labels, settings.train_share, settings.split_seed)
    if len(classes) < FEWEST or np.bincount(labels[~train], minlength=1).max() < FEWEST:
        raise PrismError(
            f"{settings.labels or settings.root} has {len(classes)} classes of at most {max(sizes, default=0)} images: "
            f"there must be {FEWEST} classes, and {FEWEST} test images of one, so add images or lower train_share."
        )
    return [bool(trains) for trains in train]
