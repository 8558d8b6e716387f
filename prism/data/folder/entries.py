"""List a user's own images with their classes, and split the classes into training and test."""

from pathlib import Path

import numpy as np
import pandas as pd

from prism.data.entry import Entry
from prism.data.folder.csv_file import read_text_table
from prism.data.folder.listing import images_below
from prism.data.sources.folder import FolderDataset
from prism.errors import PrismError

COLUMNS = ["path", "label"]
FEWEST = 2  # classes in each split


def folder_entries(settings: FolderDataset) -> list[Entry]:
    """Return all images below the root, ordered by class and path; the split seed draws the training classes."""
    root = Path(settings.root)
    if not root.is_dir():
        raise PrismError(f"{root} is not a folder: give the folder of the images as root.")
    images = _images_by_folder(root) if settings.labels is None else _images_by_csv(Path(settings.labels), root)
    classes = sorted({class_name for class_name, _ in images})
    train = _training_classes(classes, settings)
    return [Entry(path, name, "train" if name in train else "test") for name, path in sorted(images)]


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


def _training_classes(classes: list[str], settings: FolderDataset) -> set[str]:
    """Draw the share `train_share` of the classes."""
    train = round(settings.train_share * len(classes))
    test = len(classes) - train
    if min(train, test) < FEWEST:
        raise PrismError(
            f"{settings.labels or settings.root} has {len(classes)} classes, of which {train} would train and {test} "
            f"test: there must be at least {FEWEST} of each, so add classes or change train_share."
        )
    order = np.random.default_rng(settings.split_seed).permutation(len(classes))
    return {classes[i] for i in order[:train]}
