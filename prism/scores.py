"""Four ways to say how well a sample fits its label: PRISM's own and the ablations of the paper's Table 5."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import torch
from torch import Tensor

from prism.memory import MemoryBank

Score = Literal["centers", "memory", "memory_positive", "batch_positive"]


class Scored(NamedTuple):
    values: Tensor  # (B,)
    known: Tensor  # (B,) bool: whether there is anything to compare a sample with


def centers(features: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Scored:
    """P_clean from class centers, Eq. 7: one (B, D)(D, C) product."""
    return _softmax(features @ bank.centers.T, labels, bank, count_empty)


def memory(features: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Scored:
    """P_clean from every feature in the bank, Eqs. 2 and 3: equal to `centers`, but O(B M D)."""
    stored, stored_labels = bank.content()
    totals = features.new_zeros(len(features), len(bank.counts))
    totals.index_add_(1, stored_labels, features @ stored.T)
    return _softmax(totals / bank.counts.clamp_min(1), labels, bank, count_empty)


def memory_positive(features: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Scored:
    """Mean similarity to the features of its own class in the bank, Eq. 13."""
    return Scored((features * bank.centers[labels]).sum(dim=1), bank.counts[labels] > 0)


def batch_positive(features: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Scored:
    """Mean similarity to the samples of its own class in the batch, itself included, Eq. 12."""
    same = labels[:, None] == labels
    return Scored(torch.where(same, features @ features.T, 0.0).sum(dim=1) / same.sum(dim=1), same.sum(dim=1) > 1)


def _softmax(similarity: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Scored:
    """exp T(x, y) / sum_k exp T(x, k) for mean similarities (B, C); they are cosines, so exp cannot overflow."""
    weights = similarity.exp_()
    present = bank.counts > 0
    total = weights.sum(dim=1) if count_empty else weights @ present.to(weights.dtype)
    known = present[labels]
    if not count_empty and int(present.sum()) < 2:
        known = torch.zeros_like(known)  # with one class in the bank every label looks certain
    return Scored(weights.gather(1, labels[:, None]).squeeze(1) / total, known)


SCORES: dict[str, Callable[[Tensor, Tensor, MemoryBank, bool], Scored]] = {
    "centers": centers,
    "memory": memory,
    "memory_positive": memory_positive,
    "batch_positive": batch_positive,
}
