"""Draw the batches of a training, P classes and K images of each, before it starts."""

import numpy as np
import torch
from torch import Tensor

from prism.errors import PrismError


def draw_batches(labels: Tensor, classes: int, images_per_class: int, iterations: int, seed: int) -> Tensor:
    """Return sample numbers (iterations, classes * images_per_class) for labels (N,) that are 0 .. C - 1.

    Classes are drawn without replacement within a batch, and images within a class unless it has too few. All
    follow from the seed, so a resumed training sees what an undisturbed one sees; the sampler of
    pytorch-metric-learning, the same otherwise, draws from a generator that the whole process shares.
    """
    members = [np.flatnonzero(labels.numpy() == label) for label in range(int(labels.max()) + 1)]
    if len(members) < classes:
        raise PrismError(
            f"a batch takes {classes} classes, but the training set has only {len(members)}: lower classes_per_batch."
        )
    random = np.random.default_rng(seed)
    batches = np.empty((iterations, classes, images_per_class), dtype=np.int64)
    for batch in batches:
        for row, label in enumerate(random.choice(len(members), classes, replace=False)):
            images = members[label]
            batch[row] = random.choice(images, images_per_class, replace=len(images) < images_per_class)
    return torch.from_numpy(batches.reshape(iterations, -1))
