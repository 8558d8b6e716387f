"""Four scores of how well a sample fits its label: PRISM's own and those that the paper's Table 5 compares it with."""

import math
from collections.abc import Callable
from typing import Literal

import torch
from torch import Tensor

from prism.core.memory import MemoryBank

Score = Literal["centers", "memory", "memory_positive", "batch_positive"]

# Each function takes normalised features (B, D), labels (B,), the bank and whether classes that have never been in the
# bank count in a sum over classes. It returns scores (B,), with infinity for a sample that cannot be compared with
# anything.


def centers(features: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Tensor:
    """Return P_clean from class centers (Eq. 7), by one (C, D)(D, B) product: its transpose would be slower."""
    return _softmax(bank.centers @ features.T, labels, bank, count_empty)


def memory(features: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Tensor:
    """Return P_clean from every feature in the bank (Eqs. 2 and 3): equal to `centers`, but O(B M D)."""
    stored, stored_labels = bank.content()
    totals = features.new_zeros(len(bank.counts), len(features))
    totals.index_add_(0, stored_labels, stored @ features.T)
    similarity = totals / bank.counts[:, None].clamp_min(1)
    left = (bank.counts == 0) & bank.seen  # nothing of them is stored any more but their last centers
    similarity[left] = bank.centers[left] @ features.T
    return _softmax(similarity, labels, bank, count_empty)


def memory_positive(features: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Tensor:
    """Return the mean similarity of a sample to the features of its class in the bank (Eq. 13)."""
    return (features * bank.centers[labels]).sum(dim=1).masked_fill_(~bank.seen[labels], math.inf)


def batch_positive(features: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Tensor:
    """Return the mean similarity of a sample to those of its class in the batch, itself included (Eq. 12)."""
    same = labels[:, None] == labels
    alike = same.sum(dim=1)
    return (torch.where(same, features @ features.T, 0.0).sum(dim=1) / alike).masked_fill_(alike == 1, math.inf)


def _softmax(similarity: Tensor, labels: Tensor, bank: MemoryBank, count_empty: bool) -> Tensor:
    """Return exp T(x, y) / sum_k exp T(x, k) for mean similarities T (C, B): cosines, so exp cannot overflow.

    The tensor of similarities is overwritten. A class that has never been in the bank has the center 0, so it adds
    exp(0) = 1 to the sum, unless it is not to count. A label of such a class gets infinity, and so do all labels while
    fewer than two classes count: the probability of a single class is 1 whatever the sample.
    """
    weights = similarity.exp_()
    own = weights.gather(0, labels.unsqueeze(0)).squeeze(0)
    unseen = ~bank.seen
    if not count_empty:
        weights.index_fill_(0, unseen.nonzero().squeeze(1), 0.0)  # by index: a mask would pass over all weights
    if int(len(unseen) if count_empty else bank.seen.sum()) < 2:
        return torch.full_like(own, math.inf)
    return (own / weights.sum(dim=0)).masked_fill(unseen[labels], math.inf)


SCORES: dict[str, Callable[[Tensor, Tensor, MemoryBank, bool], Tensor]] = {
    "centers": centers,
    "memory": memory,
    "memory_positive": memory_positive,
    "batch_positive": batch_positive,
}
