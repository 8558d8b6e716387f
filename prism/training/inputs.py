"""The inputs of a network: rows of fixed features, or crops of stored images."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from prism.backbones.settings import Backbone
from prism.data.augment import augment, centre_crop
from prism.results.settings import EndToEnd
from prism.training.device import device_of
from prism.training.loader import load


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
    """RGB images (B, 3, size, size), whole numbers in 0 .. 255: a quarter of the bytes that floats would take."""

    folder: Path
    rows: dict[str, Tensor]  # split: (N,) rows of the dataset's index
    backbone: Backbone
    how: EndToEnd
    seed: int

    def training(self, batches: Tensor, start: int) -> Iterator[Tensor]:
        """Yield augmented crops, which worker processes prepare ahead if there are any."""
        return self._load(AugmentedBatches(self, batches), start)

    def whole(self, split: str) -> Iterator[Tensor]:
        """Yield the middle of each image of a split, which worker processes prepare ahead if there are any."""
        return self._load(CentralBatches(self, split), 0)

    def limited_to(self, samples: Tensor) -> Self:
        """Return images of these training samples alone."""
        return replace(self, rows=self.rows | {"train": self.rows["train"][samples]})

    def _load(self, batches: "StoredBatches", start: int) -> Iterator[Tensor]:
        return load(batches, start, self.how.workers, pinned=device_of(self.how).type == "cuda")


class StoredBatches(ABC):
    """Batches of stored images by their number."""

    def __init__(self, inputs: ImageInputs, rows: Sequence[NDArray[np.int64]]) -> None:
        """Take the rows (B,) of the dataset's index that make each batch.

        They are arrays, because each tensor that is sent to a spawned worker keeps a file open.
        """
        from prism.data.store import ImageStore  # imports pandas, which trainings on features do without

        self.inputs = inputs
        self.rows = rows
        self.store = ImageStore(inputs.folder)

    @property
    def largest(self) -> tuple[int, int, int]:
        """Return B, H and W of the largest batch."""
        return max(map(len, self.rows), default=0), self.inputs.backbone.input_size, self.inputs.backbone.input_size

    def __len__(self) -> int:
        return len(self.rows)

    @abstractmethod
    def __getitem__(self, number: int) -> Tensor:
        """Return the images (B, 3, size, size) of a batch."""

    def images(self, number: int) -> list[NDArray[np.uint8]]:
        """Return the stored pixels of the images of a batch."""
        return [self.store[row] for row in self.rows[number].tolist()]


class AugmentedBatches(StoredBatches):
    """The batches of a training: number i is augmented by random numbers that follow from the seed and from i alone.

    So neither the worker that prepares a batch nor an interruption before it matters.
    """

    def __init__(self, inputs: ImageInputs, batches: Tensor) -> None:
        """Take the sample numbers (iterations, B) of all batches."""
        super().__init__(inputs, list(inputs.rows["train"][batches].numpy()))

    def __getitem__(self, number: int) -> Tensor:
        random = np.random.default_rng([self.inputs.seed, number])
        return augment(self.images(number), self.inputs.how.augmentation, self.inputs.backbone.input_size, random)


class CentralBatches(StoredBatches):
    """The middles of all images of a split, in order."""

    def __init__(self, inputs: ImageInputs, split: str) -> None:
        rows, size = inputs.rows[split].numpy(), inputs.backbone.batch_size
        super().__init__(inputs, np.split(rows, range(size, len(rows), size)))

    def __getitem__(self, number: int) -> Tensor:
        return centre_crop(self.images(number), self.inputs.backbone.input_size)
