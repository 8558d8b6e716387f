"""Symmetric noise: an image gets any other label with equal probability."""

from typing import TYPE_CHECKING

from prism.errors import InputError
from prism.noise.model import NoiseModel, ReleasedLists

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def symmetric(labels: "NDArray[np.integer]", rate: float, seed: int) -> "NDArray[np.int64]":
    """Return given labels (N,) for true labels (N,): each image flips with probability `rate` to a uniform other class.

    A coin is tossed for each image, instead of flipping a fixed share of each class, because the lists that the
    paper's authors released were made so.
    """
    import numpy as np

    random = np.random.default_rng(seed)
    classes, true = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        raise InputError(f"symmetric noise needs at least 2 classes, but there are {len(classes)}.")
    flips = random.random(len(true)) < rate
    shift = random.integers(1, len(classes), size=len(true))  # never 0, which would be the image's own class
    given: NDArray[np.int64] = classes[np.where(flips, (true + shift) % len(classes), true)].astype(np.int64)
    return given


MODEL = NoiseModel(
    label="symmetric",
    corrupt=lambda labels, rate, settings, features: symmetric(labels, rate, settings.seed),
    released=ReleasedLists("", "by_rank"),
    transition="symmetric",
)
