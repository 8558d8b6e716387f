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

    size: int  # M
    features: Tensor  # (M, D)
    labels: Tensor  # (M,), -1 where nothing has been written
    centers: Tensor  # (C, D), zero for a class that is not in the bank
    counts: Tensor  # (C,), rows of each class
    sums: Tensor  # (C, D), float64
    appended: int  # rows so far, those included that have left
    has_empty: bool  # whether there is a class without a row

    def __init__(self, size: int, dim: int, num_classes: int) -> None:
        super().__init__()
        if min(size, dim, num_classes) < 1:
            raise ValueError(f"size={size}, dim={dim} and num_classes={num_classes} must all be at least 1")
        self.size = size
        self.register_buffer("features", torch.zeros(size, dim))
        self.register_buffer("labels", torch.full((size,), -1))
        self.register_buffer("centers", torch.zeros(num_classes, dim))
        self.register_buffer("counts", torch.zeros(num_classes, dtype=torch.long))
        self.register_buffer("sums", torch.zeros(num_classes, dim, dtype=torch.float64))
        self.set_extra_state(0)

    def get_extra_state(self) -> int:
        """What `state_dict` has beside the tensors: a number that no GPU has to be waited for."""
        return self.appended

    def set_extra_state(self, state: int) -> None:
        self.appended = state
        self.has_empty = int(self.counts.min()) == 0

    def __len__(self) -> int:
        """How many rows have been written (at most the bank's size)."""
        return min(self.appended, self.size)

    def content(self) -> tuple[Tensor, Tensor]:
        """Features (m, D) and labels (m,) of the rows that have been written."""
        filled = len(self)
        return self.features[:filled], self.labels[:filled]

    def normalised(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        """Embeddings (B, D) at length 1, if they and their labels (B,) are fit for the bank; without a gradient."""
        centers = self.centers
        num_classes, dim = centers.shape
        if embeddings.ndim != 2 or embeddings.shape[1] != dim or labels.shape != embeddings.shape[:1]:
            raise ValueError(
                f"embeddings are {tuple(embeddings.shape)} and labels {tuple(labels.shape)}, "
                f"but must be (B, {dim}) and (B,)"
            )
        listed = labels.tolist()
        if listed and not 0 <= min(listed) <= max(listed) < num_classes:
            raise ValueError(f"labels run from {min(listed)} to {max(listed)}, but must be 0 .. {num_classes - 1}")
        rows = embeddings.detach()
        if rows.dtype != centers.dtype:
            rows = rows.to(centers.dtype)
        lengths: Tensor = torch.linalg.vector_norm(rows, dim=1)
        # An element that is not finite makes its row's length so, and there are fewer lengths than elements.
        known = lengths.tolist()
        if not math.isfinite(sum(known)) and not embeddings.isfinite().all():
            bad = (~embeddings.isfinite().all(dim=1)).nonzero().flatten().tolist()
            raise NonFiniteError(
                f"the embeddings of samples {bad} of this batch hold NaN or infinity: "
                "the training has diverged, so lower its learning rate."
            )
        if known and min(known) < 1e-12:
            lengths.clamp_min_(1e-12)  # as F.normalize does
        return rows / lengths.unsqueeze(1)

    @torch.no_grad()
    def enqueue(self, embeddings: Tensor, labels: Tensor) -> None:
        """Append embeddings (B, D) with labels (B,); the oldest rows make room."""
        self.append(self.normalised(embeddings, labels), labels)

    def append(self, rows: Tensor, labels: Tensor) -> None:
        """The same for rows that are `normalised`."""
        size, count = self.size, rows.shape[0]
        if count > size:
            rows, labels, count = rows[-size:], labels[-size:], size
        room = size - self.appended % size
        if count > room:  # the rest goes to the front
            self.append(rows[:room], labels[:room])
            rows, labels, count = rows[room:], labels[room:], count - room
        if count:
            self._write(self.appended % size, rows, labels)
            self.appended += count

    def _write(self, begin: int, rows: Tensor, labels: Tensor) -> None:
        """Put rows, at least one, at `begin` and behind it."""
        count, sums, counts = rows.shape[0], self.sums, self.counts
        leaving, gone = self.features.narrow(0, begin, count), self.labels.narrow(0, begin, count)
        full = self.appended >= self.size  # while the bank fills, none of these rows has been written
        ones = torch.ones_like(labels)
        if full:
            sums.index_add_(0, gone, leaving.double(), alpha=-1)
            counts.index_add_(0, gone, ones, alpha=-1)
        sums.index_add_(0, labels, rows.double())
        counts.index_add_(0, labels, ones)
        has_empty = int(counts.min()) == 0
        if has_empty != self.has_empty:  # it hardly ever is, and a module is slow at setting attributes
            self.has_empty = has_empty
        if has_empty and full:
            sums.index_fill_(0, gone[counts.index_select(0, gone) == 0], 0.0)  # no rounding residue is left
        self._refresh(sums, counts, [gone, labels] if full else [labels])
        leaving.copy_(rows)
        gone.copy_(labels)

    def _refresh(self, sums: Tensor, counts: Tensor, changed: list[Tensor]) -> None:
        """Make the centers follow the sums, where those of the changed classes (b,) have."""
        centers = self.centers
        few = counts.shape[0] <= 2 * len(changed) * changed[0].shape[0]
        if not few:  # otherwise all of them at once, with nothing to gather, are faster
            classes = torch.cat(changed)
            sums, counts = sums.index_select(0, classes), counts.index_select(0, classes)
        means = sums / (counts.clamp_min(1) if self.has_empty else counts).unsqueeze(1)
        if few:
            centers.copy_(means)
        else:
            centers.index_copy_(0, classes, means.to(centers.dtype))
