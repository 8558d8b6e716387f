"""Features as unit vectors around their mean, read block by block, so that they may be larger than memory."""

import mmap
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from prism.errors import PrismError

BLOCK_VALUES = 1_500_000  # numbers in a block of features or of similarities: 6 MB
GATHERED = 64  # rows that are taken from anywhere at a time: each may bring megabytes around it into memory


class FeatureBlocks:
    """Features (N, D) of any real type, an array in memory or a memory map, made unit vectors around their mean."""

    mean: Tensor  # (D,): of the unit vectors

    def __init__(self, features: NDArray[Any], num_classes: int) -> None:
        """Take features (N, D); a block has so few rows that its similarities to all classes stay small too."""
        self._features = features
        self._size = max(1, BLOCK_VALUES // max(features.shape[1], num_classes))
        self.num_classes = num_classes
        self.dim = int(features.shape[1])
        self._scales = torch.empty(len(features), 1)
        total = torch.zeros(self.dim, dtype=torch.float64)
        for rows, block in self._read():
            self._scales[rows] = _scales(block, rows.start)
            total += (block * self._scales[rows]).sum(dim=0, dtype=torch.float64)
        self.mean = (total / len(features)).float()

    def __len__(self) -> int:
        """Return N, the number of samples."""
        return len(self._features)

    def __iter__(self) -> Iterator[tuple[slice, Tensor]]:
        """Yield the rows of each block and its unit vectors (b, D) without their mean."""
        for rows, block in self._read():
            yield rows, block.mul_(self._scales[rows]).sub_(self.mean)

    def unit_vectors(self, rows: Tensor) -> Tensor:
        """Return the unit vectors (b, D) of some rows (b,), in the order given."""
        taken = torch.empty(len(rows), self.dim)
        for start in range(0, len(rows), GATHERED):
            part = slice(start, start + GATHERED)
            taken[part] = torch.from_numpy(np.array(self._features[rows[part].numpy()], dtype=np.float32))
            self._forget_pages()
        return taken.mul_(self._scales[rows])

    def _read(self) -> Iterator[tuple[slice, Tensor]]:
        """Yield the rows of each block and a copy of its features (b, D)."""
        for start in range(0, len(self), self._size):
            rows = slice(start, min(start + self._size, len(self)))
            yield rows, torch.from_numpy(np.array(self._features[rows], dtype=np.float32))
            self._forget_pages()

    def _forget_pages(self) -> None:
        """Give the pages of a memory map back, because the system would keep the whole file in memory otherwise."""
        base: Any = self._features
        while base is not None and not isinstance(base, mmap.mmap):
            base = getattr(base, "base", None)
        if base is not None and hasattr(mmap, "MADV_DONTNEED"):
            base.madvise(mmap.MADV_DONTNEED)


def _scales(block: Tensor, start: int) -> Tensor:
    """Return the numbers (b, 1) that give the features (b, D) of a block length 1; 0 of features that are all zero."""
    # Division by the largest value first: squares of very large or very small numbers are not finite, or zero.
    largest = torch.linalg.vector_norm(block, ord=torch.inf, dim=1, keepdim=True)
    if not largest.isfinite().all():
        row = start + int(largest.isfinite().logical_not().squeeze(1).nonzero()[0])
        raise PrismError(f"The features of row {row} are not finite: compute them anew, or leave the row out.")
    safe = largest.clamp_min(torch.finfo(torch.float32).tiny)
    lengths = torch.linalg.vector_norm(block / safe, dim=1, keepdim=True)
    return torch.where(largest > 0, 1 / (safe * lengths.clamp_min(1)), 0.0)
