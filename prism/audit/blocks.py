"""Features as unit vectors, read block by block, so that they may be larger than memory."""

import mmap
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from prism.errors import PrismError

BLOCK_VALUES = 4_000_000  # numbers in a block of features or of similarities: 16 MB


class FeatureBlocks:
    """Features (N, D) of any real type, an array in memory or a memory map, in blocks of unit vectors of float32."""

    def __init__(self, features: NDArray[Any], num_classes: int) -> None:
        """Take features (N, D); a block has so few rows that its similarities to all classes stay small too."""
        self._features = features
        self.num_classes = num_classes
        self._size = max(1, BLOCK_VALUES // max(features.shape[1], num_classes))

    def __len__(self) -> int:
        """Return N, the number of samples."""
        return len(self._features)

    @property
    def dim(self) -> int:
        """Return D, the length of a feature."""
        return int(self._features.shape[1])

    def __iter__(self) -> Iterator[tuple[slice, Tensor]]:
        """Yield the rows of each block and its unit vectors (b, D)."""
        for start in range(0, len(self), self._size):
            rows = slice(start, min(start + self._size, len(self)))
            yield rows, self._unit_vectors(self._features[rows], start)
            self._forget_pages()

    def take(self, rows: NDArray[np.int64]) -> Tensor:
        """Return the unit vectors (b, D) of some rows (b,), in the order given."""
        taken = self._unit_vectors(self._features[rows], 0)
        self._forget_pages()
        return taken

    def _unit_vectors(self, block: NDArray[Any], start: int) -> Tensor:
        """Return a copy of a block at length 1; the zero vector stays as it is."""
        vectors = torch.from_numpy(np.array(block, dtype=np.float32))
        largest = vectors.abs().amax(dim=1, keepdim=True)  # NaN in a row that has one
        finite = largest.isfinite()
        if not finite.all():
            row = start + int(finite.logical_not().nonzero()[0, 0])
            raise PrismError(f"The features of row {row} are not finite: compute them anew, or leave the row out.")
        # Division by the largest value first: squares of very large or very small numbers are not finite, or zero.
        vectors /= largest.clamp_min(torch.finfo(torch.float32).tiny)
        return F.normalize(vectors, dim=1)

    def _forget_pages(self) -> None:
        """Give the pages of a memory map back, because the system would keep the whole file in memory otherwise."""
        base: Any = self._features
        while base is not None and not isinstance(base, mmap.mmap):
            base = getattr(base, "base", None)
        if base is not None and hasattr(mmap, "MADV_DONTNEED"):
            base.madvise(mmap.MADV_DONTNEED)
