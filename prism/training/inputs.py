"""The inputs of a network: rows of fixed features, or crops of stored images."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from prism.backbones.settings import Backbone
from prism.data.augment import augment, centre_crop
from prism.results.settings import EndToEnd
from prism.training.stop import ignore_stop_requests

if TYPE_CHECKING:
    from prism.data.store import ImageStore


class Inputs(Protocol):
    """A source of batches. Training samples are numbered 0 .. N - 1, in the order of the index's training rows."""

    def training(self, batches: Tensor, start: int) -> Iterator[Tensor]:
        """Yield the inputs of batches[start], batches[start + 1] ...; `batches` are sample numbers (iterations, B)."""

    def whole(self, split: str) -> Iterator[Tensor]:
        """Yield all inputs of a split (train, test or query) as they are scored, in order, in batches."""

    def limited_to(self, samples: Tensor) -> Self:
        """Return inputs that have no other training samples than these (M,), which are numbered anew."""


@dataclass(frozen=True)
class FeatureInputs:
    """Rows of features that were extracted once."""

    features: dict[str, Tensor]  # split: (N, D)

    def training(self, batches: Tensor, start: int) -> Iterator[Tensor]:
        """Yield rows of the training features."""
        return (self.features["train"][samples] for samples in batches[start:])

    def whole(self, split: str) -> Iterator[Tensor]:
        """Yield all features of a split at once."""
        yield self.features[split]

    def limited_to(self, samples: Tensor) -> Self:
        """Return rows of these training samples alone."""
        return replace(self, features=self.features | {"train": self.features["train"][samples]})


@dataclass(frozen=True)
class ImageInputs:
    """Images (B, 3, size, size) in 0 .. 1, RGB."""

    folder: Path
    rows: dict[str, Tensor]  # split: (N,) rows of the dataset's index
    backbone: Backbone
    how: EndToEnd
    seed: int

    def training(self, batches: Tensor, start: int) -> Iterator[Tensor]:
        """Yield augmented crops, which worker processes prepare ahead if there are any."""
        crops = AugmentedBatches(self, batches)
        sampler = range(start, len(batches))
        loader = DataLoader(
            crops,
            batch_size=None,
            sampler=sampler,
            num_workers=self.how.workers,
            worker_init_fn=ignore_stop_requests,
        )
        return iter(loader)

    def whole(self, split: str) -> Iterator[Tensor]:
        """Yield the middle of each image of a split."""
        store = _open_store(self.folder)
        for rows in torch.split(self.rows[split], self.backbone.batch_size):
            yield centre_crop([store[row] for row in rows.tolist()], self.backbone.input_size)

    def limited_to(self, samples: Tensor) -> Self:
        """Return images of these training samples alone."""
        return replace(self, rows=self.rows | {"train": self.rows["train"][samples]})


class AugmentedBatches(Dataset[Tensor]):
    """The batches of a training: number i is augmented by random numbers that follow from the seed and from i alone.

    So neither the worker that prepares a batch nor an interruption before it matters.
    """

    def __init__(self, inputs: ImageInputs, batches: Tensor) -> None:
        self.inputs = inputs
        self.batches = batches
        self.store = _open_store(inputs.folder)

    def __len__(self) -> int:
        return len(self.batches)

    def __getitem__(self, number: int) -> Tensor:
        rows = self.inputs.rows["train"][self.batches[number]]
        random = np.random.default_rng([self.inputs.seed, number])
        images = [self.store[row] for row in rows.tolist()]
        return augment(images, self.inputs.how.augmentation, self.inputs.backbone.input_size, random)


def _open_store(folder: Path) -> "ImageStore":
    from prism.data.store import ImageStore  # imports pandas, which trainings on features do without

    return ImageStore(folder)


def gather(batches: Iterator[Tensor]) -> Tensor:
    """Return the rows of several batches one after another."""
    return torch.cat(list(batches))
