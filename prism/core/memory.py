"""The memory bank of recent features, with the center of every class (Eq. 6)."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from prism.errors import NonFiniteError


class MemoryBank(nn.Module):
    """A first-in first-out bank of L2-normalised features, with the mean feature of every class.

    The sum of each class follows the rows that enter and leave, so a step costs O(B D) at any size of the bank. Sums
    are float64, because float32 sums would drift away from the bank's content over a long training.
    """

    features: Tensor  # (M, D), a ring: row `appended % M` is written next
    labels: Tensor  # (M,), -1 in rows that have not been written
    sums: Tensor  # (C, D), float64: the sum of the features of each class
    counts: Tensor  # (C,): the number of rows of each class
    centers: Tensor  # (C, D): sums / counts, or the last such value of a class without a row; zero before its first
    seen: Tensor  # (C,) bool: whether a class has ever had a row, and so has a center
    appended: int  # rows written since the start, including those that have been overwritten

    def __init__(self, size: int, dim: int, num_classes: int) -> None:
        super().__init__()
        if min(size, dim, num_classes) < 1:
            raise ValueError(f"size={size}, dim={dim} and num_classes={num_classes} must all be at least 1")
        self.size = size
        self.appended = 0
        self.register_buffer("features", torch.zeros(size, dim))
        self.register_buffer("labels", torch.full((size,), -1))
        self.register_buffer("centers", torch.zeros(num_classes, dim))
        self.register_buffer("counts", torch.zeros(num_classes, dtype=torch.long))
        self.register_buffer("sums", torch.zeros(num_classes, dim, dtype=torch.float64))
        self.register_buffer("seen", torch.zeros(num_classes, dtype=torch.bool))

    def get_extra_state(self) -> int:
        """Return the part of `state_dict` that is no tensor: reading a number from a GPU would wait for it."""
        return self.appended

    def set_extra_state(self, state: int) -> None:
        """Restore what `get_extra_state` returned."""
        self.appended = state

    def __len__(self) -> int:
        """Return how many rows hold a feature, at most the bank's size."""
        return min(self.appended, self.size)

    def content(self) -> tuple[Tensor, Tensor]:
        """Return the features (m, D) and labels (m,) of the rows that hold a feature."""
        return self.features[: len(self)], self.labels[: len(self)]

    @torch.no_grad()
    def enqueue(self, embeddings: Tensor, labels: Tensor) -> None:
        """Normalise embeddings (B, D) and append them with their labels (B,); overwrite the oldest rows."""
        self.append(self.normalised(embeddings, labels), labels)

    @torch.no_grad()
    def append(self, features: Tensor, labels: Tensor) -> None:
        """Append features (B, D) that are already L2-normalised; overwrite the oldest rows."""
        features, labels = features[-self.size :], labels[-self.size :]
        rows = torch.arange(self.appended, self.appended + len(labels), device=labels.device) % self.size
        leaving = rows[max(0, self.size - self.appended) :]  # the rows before these have not been written yet
        changed = torch.cat([self.labels[leaving], labels])
        self._add_to_classes(self.features[leaving], self.labels[leaving], sign=-1)
        self._add_to_classes(features, labels, sign=1)
        self.features[rows], self.labels[rows] = features, labels
        self._update_centers(changed)
        self.appended += len(labels)

    def _add_to_classes(self, features: Tensor, labels: Tensor, sign: int) -> None:
        """Add features (b, D) to the sums and counts of their classes, or subtract them with the sign -1."""
        self.sums.index_add_(0, labels, features.double(), alpha=sign)
        self.counts.index_add_(0, labels, torch.ones_like(labels), alpha=sign)

    def _update_centers(self, classes: Tensor) -> None:
        """Set the centers of some classes (b,), which may repeat, to the means of their rows (Eq. 6).

        A class without a row keeps its last center: Algorithm 1 never resets one.
        """
        empty = self.counts[classes] == 0
        self.sums[classes[empty]] = 0.0  # a class that has left must not leave rounding errors
        present = classes[~empty]
        means = self.sums[present] / self.counts[present].unsqueeze(1)
        self.centers[present] = means.to(self.centers.dtype)
        self.seen[present] = True

    def normalised(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        """Return embeddings (B, D) at length 1, without a gradient, after checking them and their labels (B,)."""
        num_classes, dim = self.centers.shape
        if embeddings.ndim != 2 or embeddings.shape[1] != dim or labels.shape != embeddings.shape[:1]:
            raise ValueError(
                f"embeddings are {tuple(embeddings.shape)} and labels {tuple(labels.shape)}, "
                f"but must be (B, {dim}) and (B,)"
            )
        if len(labels) and not 0 <= labels.min() <= labels.max() < num_classes:
            lowest, highest = int(labels.min()), int(labels.max())
            raise ValueError(f"labels run from {lowest} to {highest}, but must be 0 .. {num_classes - 1}")
        finite = embeddings.isfinite().all(dim=1)
        if not finite.all():
            raise NonFiniteError(
                f"the embeddings of samples {(~finite).nonzero().flatten().tolist()} of this batch hold NaN or "
                "infinity: the training has diverged, so lower its learning rate."
            )
        return F.normalize(embeddings.detach().to(self.centers.dtype), dim=1)
