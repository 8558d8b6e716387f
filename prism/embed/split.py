"""Choose which of a user's images train and which test."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prism.audit.images import LabelledImages
from prism.data.folder.split import SplitBy, training_classes, training_images
from prism.errors import PrismError

CLASSES_TO_SPLIT = 20  # from so many classes on, whole classes are split unless the user says otherwise
SHARE, SEED = 0.5, 0  # half trains, as in the paper


class ImageSplit(NamedTuple):
    """The rows of the images that train and of those that test; test images are queries against the test images."""

    by: SplitBy
    train: NDArray[np.int64]
    test: NDArray[np.int64]


def split(images: LabelledImages, by: SplitBy | None = None) -> ImageSplit:
    """Return a split of the images by whole classes or class by class; without `by`, by how many classes there are."""
    by = by or ("class" if len(images.classes) >= CLASSES_TO_SPLIT else "image")
    if by == "class":
        drawn = training_classes(images.classes, SHARE, SEED)
        train = np.array([images.classes[label] in drawn for label in images.labels])
    else:
        train = training_images(images.labels, SHARE, SEED)
    found = ImageSplit(by, np.flatnonzero(train), np.flatnonzero(~train))
    _check(images, found)
    return found


def _check(images: LabelledImages, found: ImageSplit) -> None:
    """Refuse a split on which nothing can be trained or scored."""
    train, test = (len(np.unique(images.labels[rows])) for rows in (found.train, found.test))
    if min(train, test) < 2:
        remedy = "add classes, or split by image" if found.by == "class" else "add images"
        raise PrismError(
            f"{len(images.classes)} classes split by {found.by} leave {train} to train on and {test} to test on: "
            f"there must be at least 2 of each, so {remedy}."
        )
    if np.bincount(images.labels[found.test]).max() < 2:
        raise PrismError("no class has two test images, so there is nothing to retrieve: add images.")
