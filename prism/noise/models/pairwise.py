"""Pairwise noise: the images of a class are mistaken for one other class."""

import numpy as np
from numpy.typing import NDArray

from prism.errors import InputError


def pairwise(labels: NDArray[np.integer], rate: float, seed: int) -> NDArray[np.int64]:
    """Given labels (N,) for true labels (N,): each image moves to the next class with probability `rate`."""
    random = np.random.default_rng(seed)
    classes, true = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        raise InputError(f"pairwise noise needs at least 2 classes, but there are {len(classes)}.")
    flips = random.random(len(true)) < rate
    given: NDArray[np.int64] = classes[(true + flips) % len(classes)].astype(np.int64)
    return given
