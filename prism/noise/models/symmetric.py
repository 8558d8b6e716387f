"""Symmetric noise: an image gets any other label with equal probability."""

import numpy as np
from numpy.typing import NDArray

from prism.errors import InputError


def symmetric(labels: NDArray[np.integer], rate: float, seed: int) -> NDArray[np.int64]:
    """Given labels (N,) for true labels (N,): each image flips with probability `rate` to a uniform other class.

    A coin per image, not a fixed share of each class: so it is in the lists that the paper's authors released.
    """
    random = np.random.default_rng(seed)
    classes, true = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        raise InputError(f"symmetric noise needs at least 2 classes, but there are {len(classes)}.")
    flips = random.random(len(true)) < rate
    shift = random.integers(1, len(classes), size=len(true))  # never 0, so never the own class
    given: NDArray[np.int64] = classes[np.where(flips, (true + shift) % len(classes), true)].astype(np.int64)
    return given
