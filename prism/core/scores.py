"""Four ways to say how well a sample fits its label: PRISM's own and the ablations of the paper's Table 5."""

import math
from collections.abc import Callable
from typing import Literal

import torch
from torch import Tensor

from prism.core.memory import MemoryBank

Score = Literal["centers", "memory", "memory_positive", "batch_positive"]

# Each takes features (B, D), labels (B,), the bank and whether empty classes count in a sum over classes, and gives
# scores (B,): infinity where there is nothing to compare a sample with.


def centers(features: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Tensor:
    """P_clean from class centers, Eq. 7: one (C, D)(D, B) product, which is faster than its transpose."""
    return _softmax(bank.centers @ features.T, labels, bank, count_empty)


def memory(features: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Tensor:
    """P_clean from every feature in the bank, Eqs. 2 and 3: equal to `centers`, but O(B M D)."""
    stored, stored_labels = bank.content()
    totals = features.new_zeros(len(bank.counts), len(features))
    totals.index_add_(0, stored_labels, stored @ features.T)
    return _softmax(totals / bank.counts[:, None].clamp_min(1), labels, bank, count_empty)


def memory_positive(features: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Tensor:
    """Mean similarity to the features of its own class in the bank, Eq. 13."""
    return (features * bank.centers[labels]).sum(dim=1).masked_fill_(bank.counts[labels] == 0, math.inf)


def batch_positive(features: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Tensor:
    """Mean similarity to the samples of its own class in the batch, itself included, Eq. 12."""
    same = labels[:, None] == labels
    alike = same.sum(dim=1)
    return (torch.where(same, features @ features.T, 0.0).sum(dim=1) / alike).masked_fill_(alike == 1, math.inf)


def _softmax(similarity: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Tensor:
    """exp T(x, y) / sum_k exp T(x, k) for mean similarities (C, B); they are cosines, so exp cannot overflow."""
    weights = similarity.exp_()
    own = weights.gather(0, labels.unsqueeze(0)).squeeze(0)
    if bank.has_empty:
        counts = bank.counts
        own.masked_fill_(counts[labels] == 0, math.inf)
        if not count_empty:
            empty = (counts == 0).nonzero().squeeze(1)
            if len(empty) > len(counts) - 2:
                return own.fill_(math.inf)  # with one class in the bank every label looks certain
            weights.index_fill_(0, empty, 0.0)
    return own / weights.sum(dim=0)


SCORES: dict[str, Callable[[Tensor, Tensor, MemoryBank, bool], Tensor]] = {
    "centers": centers,
    "memory": memory,
    "memory_positive": memory_positive,
    "batch_positive": batch_positive,
}
