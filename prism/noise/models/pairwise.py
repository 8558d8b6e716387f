"""Pairwise noise: images of a class are mistaken for one other class."""

from typing import TYPE_CHECKING

from prism.errors import InputError
from prism.noise.model import NoiseModel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def pairwise(labels: "NDArray[np.integer]", rate: float, seed: int) -> "NDArray[np.int64]":
    """Return given labels (N,) for true labels (N,): each image moves to the next class with probability `rate`."""
    import numpy as np

    random = np.random.default_rng(seed)
    classes, true = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        raise InputError(f"pairwise noise needs at least 2 classes, but there are {len(classes)}.")
    flips = random.random(len(true)) < rate
    given: NDArray[np.int64] = classes[(true + flips) % len(classes)].astype(np.int64)
    return given


MODEL = NoiseModel(
    label="pairwise", corrupt=lambda labels, rate, settings, features: pairwise(labels, rate, settings.seed)
)
