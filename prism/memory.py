"""The memory bank of recent features, and the class centers that follow it."""

import math

import torch
from torch import Tensor, nn

from prism.errors import NonFiniteError


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

    def normalised(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        """Embeddings (B, D) at length 1, if they and their labels (B,) are fit for the bank; without a gradient."""
        num_classes, dim = self.centers.shape
        if embeddings.ndim != 2 or embeddings.shape[1] != dim or labels.shape != embeddings.shape[:1]:
            raise ValueError(
                f"embeddings are {tuple(embeddings.shape)} and labels {tuple(labels.shape)}, "
                f"but must be (B, {dim}) and (B,)"
            )
        listed = labels.tolist()
        if listed and not 0 <= min(listed) <= max(listed) < num_classes:
            raise ValueError(f"labels run from {min(listed)} to {max(listed)}, but must be 0 .. {num_classes - 1}")
        rows = embeddings.detach().to(self.features.dtype)
        lengths: Tensor = torch.linalg.vector_norm(rows, dim=1, keepdim=True)
        # An element that is not finite makes its row's length so, and there are fewer lengths than elements.
        if not math.isfinite(lengths.sum().item()) and not embeddings.isfinite().all():
            bad = (~embeddings.isfinite().all(dim=1)).nonzero().flatten().tolist()
            raise NonFiniteError(
                f"the embeddings of samples {bad} of this batch hold NaN or infinity: "
                "the training has diverged, so lower its learning rate."
            )
        return rows / lengths.clamp_min_(1e-12)  # as F.normalize does it, in half the calls

    @torch.no_grad()
    def enqueue(self, embeddings: Tensor, labels: Tensor) -> None:
        """Append embeddings (B, D) with labels (B,); the oldest rows make room."""
        rows, size, cursor = self.normalised(embeddings, labels), len(self.labels), self.cursor
        if len(rows) > size:
            rows, labels = rows[-size:], labels[-size:]
        begin = int(cursor)
        cursor.fill_((begin + len(rows)) % size)
        if begin + len(rows) > size:  # the rest goes to the front
            self._write(0, rows[size - begin :], labels[size - begin :])
            rows, labels = rows[: size - begin], labels[: size - begin]
        if len(rows):
            self._write(begin, rows, labels)

    def _write(self, begin: int, rows: Tensor, labels: Tensor) -> None:
        """Put rows, at least one, at `begin` and behind it."""
        end = begin + len(rows)
        leaving, gone = self.features[begin:end], self.labels[begin:end]
        changed = labels
        if int(gone[-1]) >= 0:  # while the bank fills, none of these rows has been written
            self._count(gone, leaving, -1)
            changed = torch.cat([gone, labels])
        self._count(labels, rows, 1)
        self._refresh(changed)
        leaving.copy_(rows)
        gone.copy_(labels)

    def _count(self, labels: Tensor, rows: Tensor, sign: int) -> None:
        self.sums.index_add_(0, labels, rows.double(), alpha=sign)
        self.counts.index_add_(0, labels, torch.ones_like(labels), alpha=sign)

    def _refresh(self, classes: Tensor) -> None:
        """Make the centers follow the sums, where those have changed."""
        sums, all_counts, centers = self.sums, self.counts, self.centers
        counts = all_counts.index_select(0, classes)
        if int(counts.min()) == 0:
            sums[classes[counts == 0]] = 0.0  # an emptied class keeps no rounding residue
        if len(all_counts) <= 2 * len(classes):  # all of them at once, with nothing to gather, are faster
            centers.copy_(sums / all_counts.clamp_min(1)[:, None])
        else:
            means = sums.index_select(0, classes).div_(counts.clamp_min_(1)[:, None])
            centers[classes] = means.to(centers.dtype)
