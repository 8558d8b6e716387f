"""Match the noisy labels that the paper's authors released with the images of a dataset's index."""

from pathlib import Path

import numpy as np
import pandas as pd

from prism.errors import PrismError
from prism.io.files import sha256
from prism.noise.authors_lists import AUTHORS_LISTS, AuthorsList

__all__ = ["AUTHORS_LISTS", "AuthorsList", "authors_labels", "released_list"]

MOST_MISSING = 0.01  # share of a list's images that may be unreadable, and so not in the index


def authors_labels(list_path: Path, index: pd.DataFrame, kind: str, noise: str) -> np.ndarray:
    """Return the labels (N,) that a list gives to the training images, in the order and numbering of the index."""
    released = released_list(kind, noise)
    if released.file.checksum != f"sha256:{sha256(list_path)}":
        raise PrismError(f"{list_path} is not {released.file.name} as the authors released it: download it again.")
    images = index[index["split"] == "train"]
    true = images["label"].to_numpy()
    labels = _read_list(list_path)
    listed = _labels_of_images(labels, _names_in_list(images, kind), list_path, kind)
    if released.numbering == "by_survivors":
        return _number_by_survivors(listed, true, list_path)
    given = _number_by_rank(listed, true, spare=int(index["label"].max()) + 1)
    wrong = int((given != true).sum())
    if not 0 <= released.wrong - wrong <= len(labels) - len(listed):
        raise PrismError(
            f"{list_path} has {released.wrong} wrong labels, but by the classes of the index it would have {wrong}: "
            f"prepare {kind} from a copy with the official class names."
        )
    return given


def released_list(kind: str, noise: str) -> AuthorsList:
    """Return the list that was released for a kind of dataset and a noise such as `symmetric-20`."""
    if (kind, noise) not in AUTHORS_LISTS:
        known = ", ".join(f"{noise} for {kind}" for kind, noise in AUTHORS_LISTS)
        raise PrismError(f"The authors released no list of {noise} noise for {kind}: choose one of {known}.")
    return AUTHORS_LISTS[kind, noise]


def _read_list(path: Path) -> dict[str, int]:
    """Return the label of each image, by folder and file name, such as 001.Black_footed_Albatross/x.jpg."""
    lines = (line.rsplit(",", 1) for line in path.read_text(encoding="utf-8").splitlines())
    return {_folder_and_file(image): int(label) for image, label in lines}


def _folder_and_file(path: str) -> str:
    return "/".join(path.split("/")[-2:])


def _names_in_list(images: pd.DataFrame, kind: str) -> pd.Series:
    """Return the names that the lists have for the images."""
    if kind != "cars":
        return images["path"].map(_folder_and_file)
    # The lists were made of a copy with a folder for each class, in which both official splits were merged. Where two
    # images had the same name, the second was renamed to NAME_2. It is not known which was: here it is the test image.
    names = images["class_name"] + "/" + images["path"].str.extract(r"([^/.]+)\.[^/.]+$", expand=False)
    train_before_test = images["path"].sort_values(ascending=False).index
    second = names[train_before_test].duplicated()
    return names.mask(second, names + "_2") + ".jpg"


def _labels_of_images(labels: dict[str, int], names: pd.Series, path: Path, kind: str) -> np.ndarray:
    """Return the listed label of each named image; refuse a list or an index that is of other images."""
    unknown = names[~names.isin(labels)]
    if len(unknown):
        raise PrismError(
            f"{path} does not name {unknown.iloc[0]} ({len(unknown)} of {len(names)} training images): "
            f"prepare {kind} from a copy with the official file names."
        )
    if len(names) < (1 - MOST_MISSING) * len(labels):
        raise PrismError(
            f"{path} is of {len(labels)} images, but the index has only {len(names)}: prepare all of {kind}."
        )
    return names.map(labels).to_numpy()


def _number_by_rank(listed: np.ndarray, true: np.ndarray, spare: int) -> np.ndarray:
    """Return the labels of a list that numbers the training classes from 1 in the order of their names.

    Two lists of CUB draw from one class too many: its label 101 is kept, as the class `spare`, of which there is no
    true image.
    """
    classes = np.append(np.unique(true), spare)
    return np.asarray(classes[np.minimum(listed, len(classes)) - 1])


def _number_by_survivors(listed: np.ndarray, true: np.ndarray, path: Path) -> np.ndarray:
    """Return the labels of a list that numbers anew the classes that are left.

    All images of a class that survived have its new number. A class of two or three images may have been merged as a
    whole into another, so that both have the same number: then the larger is taken for the survivor. The choice
    decides the name of a class, never which images share a label.
    """
    table = pd.DataFrame({"true": true, "listed": listed})
    classes = table.groupby("true")["listed"].agg(["nunique", "first", "size"]).query("nunique == 1")
    survivors = classes.sort_values("size", ascending=False, kind="stable").drop_duplicates("first")
    class_of = dict(zip(survivors["first"], survivors.index, strict=True))
    lost = set(listed) - set(class_of)
    if lost:
        raise PrismError(
            f"{path} gives {len(lost)} labels that no whole class of the index has: "
            "prepare the dataset from a copy with the official class names."
        )
    return table["listed"].map(class_of).to_numpy()
