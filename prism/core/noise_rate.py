"""Estimate R, the share of wrong labels, from how many classes fit a sample better than its own (Storey 2002)."""

import math
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from torch import Tensor, nn

from prism.core.memory import MemoryBank

if TYPE_CHECKING:
    from numpy.typing import NDArray

THRESHOLD = 0.5  # lambda: labels with a p-value above it are taken to be wrong


def better_classes(features: Tensor, labels: Tensor, bank: MemoryBank) -> Tensor:
    """Return r (b,): how many classes have a center that is more similar to a sample than that of its given class.

    Samples of features (B, D) with labels (B,) whose class has no center are left out.
    """
    known = bank.seen[labels]
    similarity = bank.centers @ features[known].T
    own = similarity.gather(0, labels[known].unsqueeze(0))
    return ((similarity > own) & bank.seen.unsqueeze(1)).sum(dim=0)


def first_rank_above(threshold: float, num_classes: int) -> int:
    """Return the smallest rank r, at least 1, whose p-value (r + 1) / C is above the threshold lambda."""
    # The last term undoes rounding such as 0.29 * 100 = 28.999999999999996.
    return max(1, math.floor(threshold * num_classes + 1e-9))


def share_above(threshold: float, num_classes: int) -> float:
    """Return the share of wrong labels whose p-value (r + 1) / C is above the threshold lambda.

    A label that is wrong at random, of a sample whose true class is the best, has each rank from 1 to C - 1 as often.
    """
    return (num_classes - first_rank_above(threshold, num_classes)) / (num_classes - 1)


def storey_estimate(ranks: "Tensor | NDArray[Any]", num_classes: int, threshold: float = THRESHOLD) -> float:
    """Return the share of wrong labels by the ranks r (N,) of all labels among C classes; 0 where there are none.

    Labels above lambda are all taken to be wrong, and so many more are below it as a wrong label's chance says.
    """
    above = int((ranks >= first_rank_above(threshold, num_classes)).sum())
    return above / (len(ranks) * share_above(threshold, num_classes)) if len(ranks) else 0.0


class RankedBatch(NamedTuple):
    """The ranks of the labels of one batch, counted."""

    above: int  # labels whose p-value is above lambda
    total: int
    num_classes: int  # C, among which they were ranked


class NoiseRateEstimate(nn.Module):
    """R as it is estimated from the last batches of a training; its whole state is in `state_dict()`.

    Args:
        max_rate: the highest rate that is ever returned, above 0 and below 1.
        window: how many batches count, the last ones.
        threshold: lambda of Storey's estimate.
        min_samples: labels that must be ranked before a rate other than 0 is returned.
        min_classes: classes that must have a center before any label is ranked, at least 2.
    """

    recent: deque[RankedBatch]  # oldest first

    def __init__(
        self,
        max_rate: float = 0.8,
        window: int = 100,
        threshold: float = THRESHOLD,
        min_samples: int = 1000,
        min_classes: int = 5,
    ) -> None:
        super().__init__()
        if not 0 < max_rate < 1:
            raise ValueError(f"max_noise_rate is {max_rate}, but must be above 0 and below 1")
        self.max_rate = max_rate
        self.threshold = threshold
        self.min_samples = min_samples
        self.min_classes = min_classes
        self.recent = deque(maxlen=window)

    def get_extra_state(self) -> list[tuple[int, int, int]]:
        """Return the window, in types that any reader of checkpoints knows."""
        return [(batch.above, batch.total, batch.num_classes) for batch in self.recent]

    def set_extra_state(self, state: list[tuple[int, int, int]]) -> None:
        """Restore what `get_extra_state` returned."""
        self.recent = deque((RankedBatch(*batch) for batch in state), self.recent.maxlen)

    @torch.no_grad()
    def update(self, features: Tensor, labels: Tensor, bank: MemoryBank) -> float:
        """Rank the labels (B,) of normalised features (B, D), which are not in the bank yet, and return R."""
        num_classes = int(bank.seen.sum())
        if num_classes >= self.min_classes:
            ranks = better_classes(features, labels, bank)
            above = int((ranks >= first_rank_above(self.threshold, num_classes)).sum())
            self.recent.append(RankedBatch(above, len(ranks), num_classes))
        return self.rate()

    def rate(self) -> float:
        """Return R by the window: 0 until it has enough labels, and never more than the highest rate."""
        if sum(batch.total for batch in self.recent) < self.min_samples:
            return 0.0
        if_all_wrong = sum(batch.total * share_above(self.threshold, batch.num_classes) for batch in self.recent)
        return min(sum(batch.above for batch in self.recent) / if_all_wrong, self.max_rate)
