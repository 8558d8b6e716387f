"""The memory bank of recent features, and the class centers that follow it."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class MemoryBank(nn.Module):
    """A first-in first-out bank of L2-normalised features with the mean feature of every class (Eq. 6).

    Class sums are kept up to date as rows come and go, so a step costs O(B D) whatever the bank's size. The sums
    are float64: float32 sums would drift away from the bank's content over a long training.
    """

    features: Tensor  # (M, D)
    labels: Tensor  # (M,), -1 where nothing has been written
    centers: Tensor  # (C, D), zero for a class that is not in the bank
    counts: Tensor  # (C,), rows of each class
    sums: Tensor  # (C, D), float64
    cursor: Tensor  # where the next row goes

    def __init__(self, size: int, dim: int, num_classes: int) -> None:
        super().__init__()
        if min(size, dim, num_classes) < 1:
            raise ValueError(f"size={size}, dim={dim} and num_classes={num_classes} must all be at least 1")
        self.register_buffer("features", torch.zeros(size, dim))
        self.register_buffer("labels", torch.full((size,), -1))
        self.register_buffer("centers", torch.zeros(num_classes, dim))
        self.register_buffer("counts", torch.zeros(num_classes, dtype=torch.long))
        self.register_buffer("sums", torch.zeros(num_classes, dim, dtype=torch.float64))
        self.register_buffer("cursor", torch.zeros((), dtype=torch.long))

    def __len__(self) -> int:
        """How many rows have been written (at most the bank's size)."""
        full = bool(self.labels[-1] >= 0)
        return len(self.labels) if full else int(self.cursor)

    def content(self) -> tuple[Tensor, Tensor]:
        """Features (m, D) and labels (m,) of the rows that have been written."""
        filled = len(self)
        return self.features[:filled], self.labels[:filled]

    @torch.no_grad()
    def enqueue(self, features: Tensor, labels: Tensor) -> None:
        """Append features (B, D) with labels (B,); the oldest rows make room."""
        size = len(self.labels)
        rows = F.normalize(features.detach().to(self.features.dtype), dim=1)[-size:]
        labels = labels[-size:]
        slots = (self.cursor + torch.arange(len(rows), device=self.cursor.device)) % size
        leaving = slots[self.labels[slots] >= 0]
        gone = self.labels[leaving]
        self.sums.index_add_(0, gone, self.features[leaving].double(), alpha=-1)
        self.counts.index_add_(0, gone, torch.ones_like(gone), alpha=-1)
        self.features[slots] = rows
        self.labels[slots] = labels
        self.sums.index_add_(0, labels, rows.double())
        self.counts.index_add_(0, labels, torch.ones_like(labels))
        self.cursor.add_(len(rows)).remainder_(size)
        self._refresh(torch.cat([gone, labels]))

    def _refresh(self, classes: Tensor) -> None:
        counts = self.counts[classes, None]
        sums = torch.where(counts > 0, self.sums[classes], 0.0)  # an emptied class keeps no rounding residue
        self.sums[classes] = sums
        self.centers[classes] = (sums / counts.clamp_min(1)).to(self.centers.dtype)
