"""Split a user's own images into training and test, by their classes or class by class."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

SplitBy = Literal["class", "image"]


def training_classes(classes: list[str], share: float, seed: int) -> set[str]:
    """Draw this share of the classes."""
    order = np.random.default_rng(seed).permutation(len(classes))
    return {classes[i] for i in order[: round(share * len(classes))]}


def training_images(labels: NDArray[np.int64], share: float, seed: int) -> NDArray[np.bool_]:
    """Return a mask (N,) of the images that train: this share of every class of labels (N,), rounded up."""
    random = np.random.default_rng(seed)
    train = np.ones(len(labels), dtype=np.bool_)
    for label in np.unique(labels):
        rows = random.permutation(np.flatnonzero(labels == label))
        tested = int((1 - share) * len(rows) + 1e-9)  # the last term undoes rounding such as 0.1 * 30 = 2.9999999
        train[rows[:tested]] = False
    return train
