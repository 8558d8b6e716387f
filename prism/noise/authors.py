"""Match the noisy labels that the paper's authors released with the images of a dataset's index."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from prism.data.listed_images import folder_and_file
from prism.data.remote import RemoteFile
from prism.data.sources import source_of
from prism.errors import PrismError
from prism.io.files import sha256
from prism.noise.authors_lists import released_list
from prism.noise.model import Numbering

MOST_MISSING = 0.01  # share of a list's images that may be unreadable, and so not in the index


class ListFiles(NamedTuple):
    """Where a released list and its companion lie."""

    labels: Path
    clean: Path


def authors_labels(files: ListFiles, index: pd.DataFrame, kind: str, noise: str) -> np.ndarray:
    """Return the labels (N,) that a list gives to the training images, in the order and numbering of the index.

    They are the true labels of exactly those images that the list's companion names.
    """
    released = released_list(kind, noise)
    check_released(files.labels, released.labels)
    check_released(files.clean, released.clean)
    described = source_of(kind).listed_images
    assert described is not None
    remedy = f"prepare {kind} from {described.copy}."
    images = index[index["split"] == "train"]
    names = described.names(images["path"].tolist(), images["class_name"].tolist())
    listed = _labels_of_images(names, files.labels, kind, remedy)
    named_clean = _read_list(files.clean).keys()
    clean = np.array([name in named_clean for name in names])
    true = images["label"].to_numpy()
    class_of = _classes_of_labels(listed, true, clean, released.numbering, spare=int(index["label"].max()) + 1)
    given = np.array([class_of[label] for label in listed.tolist()], dtype=true.dtype)
    contradicted = int(((given == true) != clean).sum())
    if contradicted:
        raise PrismError(
            f"{files.clean} says which labels of {files.labels.name} are right, but by the classes of the index it "
            f"errs on {contradicted} of {len(true)} images: {remedy}"
        )
    return given


def check_released(path: Path, file: RemoteFile) -> None:
    """Raise a PrismError unless `path` holds a file as the authors released it."""
    if file.checksum != f"sha256:{sha256(path)}":
        raise PrismError(f"{path} is not {file.name} as the authors released it: download it again.")


def _read_list(path: Path) -> dict[str, int]:
    """Return the label of each image, by folder and file name, such as 001.Black_footed_Albatross/x.jpg."""
    lines = (line.rsplit(",", 1) for line in path.read_text(encoding="utf-8").splitlines())
    return {folder_and_file(image): int(label) for image, label in lines}


def _labels_of_images(names: list[str], path: Path, kind: str, remedy: str) -> np.ndarray:
    """Return the listed label of each named image; refuse a list or an index that is of other images."""
    labels = _read_list(path)
    unknown = [name for name in names if name not in labels]
    if unknown:
        raise PrismError(
            f"{path} does not name {unknown[0]} ({len(unknown)} of {len(names)} training images): {remedy}"
        )
    if len(names) < (1 - MOST_MISSING) * len(labels):
        raise PrismError(
            f"{path} is of {len(labels)} images, but the index has only {len(names)}: prepare all of {kind}."
        )
    return np.array([labels[name] for name in names])


def _classes_of_labels(
    listed: np.ndarray, true: np.ndarray, clean: np.ndarray, numbering: Numbering, spare: int
) -> dict[int, int]:
    """Return the class of the index that each listed label stands for.

    A label that stands for none gets a class of its own, from `spare` on, of which there is no true image: two lists of
    CUB draw from one class too many, and all images of a small class may be unreadable.
    """
    if numbering == "by_rank":
        classes = dict(enumerate(np.unique(true).tolist(), start=1))
    else:  # the class that survived under a label is that of the clean images that carry it
        classes = dict(zip(listed[clean].tolist(), true[clean].tolist(), strict=True))
    without = sorted(set(listed.tolist()) - classes.keys())
    return classes | {label: spare + number for number, label in enumerate(without)}
