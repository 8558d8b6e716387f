"""Draw the batches of a training, P classes and K images of each, before it starts."""

from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from prism.errors import PrismError
from prism.results.settings import Sampler

Samples = NDArray[np.int64]


def draw_batches(
    labels: Tensor, classes: int, images_per_class: int, iterations: int, seed: int, sampler: Sampler = "uniform"
) -> Tensor:
    """Return sample numbers (iterations, classes * images_per_class) for labels (N,) that are 0 .. C - 1.

    "uniform" is what the paper says, "by_size" what its authors' code does. All batches follow from the seed, so a
    resumed training sees what an undisturbed one sees; the sampler of pytorch-metric-learning, which is "uniform" too,
    draws from a generator that the whole process shares.
    """
    sizes = np.bincount(labels.numpy())
    if len(sizes) < classes:
        raise PrismError(
            f"a batch takes {classes} classes, but the training set has only {len(sizes)}: lower classes_per_batch."
        )
    members = np.split(np.argsort(labels.numpy(), kind="stable"), np.cumsum(sizes)[:-1])
    draw = SAMPLERS[sampler](members, classes, images_per_class, np.random.default_rng(seed))
    return torch.from_numpy(np.stack(list(islice(draw, iterations))).reshape(iterations, -1))


def _uniform(
    members: list[Samples], classes: int, images_per_class: int, random: np.random.Generator
) -> Iterator[Samples]:
    """Yield batches (P, K) of classes that are equally likely, whatever their size.

    Classes are drawn without replacement within a batch, and images within a class unless it has too few.
    """
    while True:
        batch = np.empty((classes, images_per_class), dtype=np.int64)
        for row, label in enumerate(random.choice(len(members), classes, replace=False)):
            images = members[label]
            batch[row] = random.choice(images, images_per_class, replace=len(images) < images_per_class)
        yield batch


def _by_size(
    members: list[Samples], classes: int, images_per_class: int, random: np.random.Generator
) -> Iterator[Samples]:
    """Yield batches (P, K) in passes over all images, cut into groups of K images of a class.

    A batch takes a group of each of P classes, drawn by how many groups they have left. A new pass starts when fewer
    than P classes have any. A class whose size is no multiple of K has some of its images twice in a pass.
    """
    while True:
        groups = []
        for images in members:
            filled = np.append(images, random.choice(images, -len(images) % images_per_class))
            groups.append(random.permutation(filled).reshape(-1, images_per_class))
        left = np.array([len(of_class) for of_class in groups])
        while np.count_nonzero(left) >= classes:
            drawn = random.choice(len(left), classes, replace=False, p=left / left.sum())
            left[drawn] -= 1
            yield np.stack([groups[label][left[label]] for label in drawn])


SAMPLERS: dict[Sampler, Callable[[list[Samples], int, int, np.random.Generator], Iterator[Samples]]] = {
    "uniform": _uniform,
    "by_size": _by_size,
}
