"""The noisy labels that the paper's authors released, for the images of our index."""

from pathlib import Path

import numpy as np
import pandas as pd

from prism.errors import PrismError
from prism.io.files import sha256
from prism.noise.authors_lists import AUTHORS_LISTS, AuthorsList
from prism.noise.name import parse_noise

__all__ = ["AUTHORS_LISTS", "AuthorsList", "authors_labels", "released_list"]

MOST_MISSING = 0.01  # share of a list's images that may be unreadable, and so not in the index


def authors_labels(list_path: Path, index: pd.DataFrame, kind: str, noise: str) -> np.ndarray:
    """Labels (N,) that the list gives to the training images, in the order and with the numbers of the index."""
    released = released_list(kind, noise)
    if released.file.checksum != f"sha256:{sha256(list_path)}":
        raise PrismError(f"{list_path} is not {released.file.name} as the authors released it: download it again.")
    images = index[index["split"] == "train"]
    true = images["label"].to_numpy()
    labels = _read(list_path)
    listed = _of_images(labels, _names(images, kind), list_path, kind)
    numbering = parse_noise(noise).model.released
    if numbering is not None and numbering.numbering == "by_survivors":
        return _by_survivors(listed, true, list_path)
    given = _by_rank(listed, true, spare=int(index["label"].max()) + 1)
    wrong = int((given != true).sum())
    if not 0 <= released.wrong - wrong <= len(labels) - len(listed):
        raise PrismError(
            f"{list_path} has {released.wrong} wrong labels, but by the classes of the index it would have {wrong}: "
            f"prepare {kind} from a copy with the official class names."
        )
    return given


def released_list(kind: str, noise: str) -> AuthorsList:
    if (kind, noise) not in AUTHORS_LISTS:
        known = ", ".join(f"{noise} for {kind}" for kind, noise in AUTHORS_LISTS)
        raise PrismError(f"The authors released no list of {noise} noise for {kind}: choose one of {known}.")
    return AUTHORS_LISTS[kind, noise]


def _read(path: Path) -> dict[str, int]:
    """Label by image, which is called by its folder and file, such as 001.Black_footed_Albatross/x.jpg."""
    lines = (line.rsplit(",", 1) for line in path.read_text(encoding="utf-8").splitlines())
    return {_last_two(image): int(label) for image, label in lines}


def _last_two(path: str) -> str:
    return "/".join(path.split("/")[-2:])


def _names(images: pd.DataFrame, kind: str) -> pd.Series:
    """What the lists call the images."""
    if kind != "cars":
        return images["path"].map(_last_two)
    # The lists are of a copy with a folder for each class, in which both official splits were merged. Where that gave
    # two images one name, the second was called NAME_2. Which one that was is not known: here it is the test image.
    names = images["class_name"] + "/" + images["path"].str.extract(r"([^/.]+)\.[^/.]+$", expand=False)
    train_before_test = images["path"].sort_values(ascending=False).index
    second = names[train_before_test].duplicated()
    return names.mask(second, names + "_2") + ".jpg"


def _of_images(labels: dict[str, int], names: pd.Series, path: Path, kind: str) -> np.ndarray:
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


def _by_rank(listed: np.ndarray, true: np.ndarray, spare: int) -> np.ndarray:
    """Symmetric lists number the training classes from 1 in the order of their names.

    Two lists of CUB draw from one class too many: its label 101 is kept, as the class `spare` that has no true image.
    """
    classes = np.append(np.unique(true), spare)
    return np.asarray(classes[np.minimum(listed, len(classes)) - 1])


def _by_survivors(listed: np.ndarray, true: np.ndarray, path: Path) -> np.ndarray:
    """Small Cluster lists number the classes anew, but all images of a class that survived have its new number.

    A class of two or three images may have been merged into another as a whole, so that both have one number: the
    larger is taken for the survivor. Which one it is changes a class's name, never which images share a label.
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
