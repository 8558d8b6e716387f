"""Made features: classes are directions, samples lie around them, and some labels are wrong."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Blobs(NamedTuple):
    """Features (N, D) of samples, their given labels (N,), and which labels are wrong (N,)."""

    features: NDArray[np.float32]
    labels: NDArray[np.int64]
    is_wrong: NDArray[np.bool_]


def blobs(
    classes: int = 10, images: int = 12, dim: int = 16, wrong: float = 0.0, spread: float = 0.3, seed: int = 0
) -> Blobs:
    """Return samples of each class around its own direction, of which a share has the label of another class."""
    rng = np.random.default_rng(seed)
    true = np.repeat(np.arange(classes), images)
    directions = rng.normal(size=(classes, dim))
    features = directions[true] + spread * rng.normal(size=(len(true), dim))
    moved = rng.permutation(len(true))[: round(wrong * len(true))]
    given = true.copy()
    given[moved] = (true[moved] + rng.integers(1, classes, len(moved))) % classes
    return Blobs(features.astype(np.float32), given, given != true)
