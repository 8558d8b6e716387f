"""PRISM: which labels of a mini-batch are likely to be clean (Algorithm 1 of the paper)."""

import math
from collections import deque
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Literal, get_args

import torch
from torch import Tensor, nn

from prism.core.memory import MemoryBank
from prism.core.scores import SCORES, Score

EmptyClasses = Literal["skip", "count"]
ColdStart = Literal["keep", "drop"]


@dataclass(frozen=True)
class Selection:
    """What PRISM thinks of a mini-batch of B samples."""

    keep: Tensor  # (B,) bool: the labels taken for clean
    p_clean: Tensor  # (B,) the score of each label; 1 where its class has no center yet
    threshold: float  # m of Eq. 4; -inf where nothing was compared with a threshold


class PrismFilter(nn.Module):
    """Scores each label against a memory of recent features and drops the least likely ones.

    `prism(embeddings, labels)` is a whole step: `select`, and `enqueue` of what is kept. Its whole state (bank, class
    sums, window) is in `state_dict()`.

    Args:
        num_classes: labels are 0 .. num_classes - 1.
        dim: length of an embedding.
        noise_rate: R, the share of each batch to drop, at least 0 and below 1.
        memory_size: rows of the bank; the paper takes the size of the training set.
        window: tau of Eq. 4. 1 is the top-R method (TRM); more is the smooth one (sTRM).
        score: `centers` (Eq. 7), `memory` (Eq. 2), `memory_positive` (Eq. 13) or `batch_positive` (Eq. 12).
        empty_classes: whether a class with no feature in the bank is left out of the sum over classes (`skip`, the
            paper) or adds exp(0) to it (`count`, the authors' code).
        cold_start: before there is any threshold, whether samples of unseen classes are always kept (`keep`, the
            paper) or dropped in batch order to fill the share R (`drop`, the authors' code).
    """

    recent: deque[float]  # the last R-th percentiles, at most as many as the window has, oldest first

    def __init__(
        self,
        num_classes: int,
        dim: int,
        noise_rate: float,
        memory_size: int,
        window: int = 30,
        score: Score = "centers",
        empty_classes: EmptyClasses = "skip",
        cold_start: ColdStart = "keep",
    ) -> None:
        super().__init__()
        if not 0 <= noise_rate < 1:
            raise ValueError(f"noise_rate is {noise_rate}, but must be at least 0 and below 1")
        if window < 1:
            raise ValueError(f"window is {window}, but must be at least 1 (1 is the plain top-R method)")
        for name, value, allowed in [
            ("score", score, Score),
            ("empty_classes", empty_classes, EmptyClasses),
            ("cold_start", cold_start, ColdStart),
        ]:
            if value not in get_args(allowed):
                raise ValueError(f"{name} is {value!r}, but must be one of {', '.join(get_args(allowed))}")
        self.noise_rate = noise_rate
        self.score = score
        self.empty_classes = empty_classes
        self.cold_start = cold_start
        self.bank = MemoryBank(memory_size, dim, num_classes)
        self.recent = deque(maxlen=window)

    def get_extra_state(self) -> list[float]:
        """What `state_dict` has beside the bank."""
        return list(self.recent)

    def set_extra_state(self, state: list[float]) -> None:
        self.recent = deque(state, self.recent.maxlen)

    @torch.no_grad()
    def forward(self, embeddings: Tensor, labels: Tensor, keep_all: bool = False) -> Selection:
        """Which of embeddings (B, D) with labels (B,) to train on. These join the bank.

        With `keep_all`, for a warm-up, it is all of them, but they are scored and thresholds remembered nevertheless.
        """
        bank = self.bank
        features = bank.normalised(embeddings, labels)
        selection = self._judge(features, labels, keep_all)
        rows = selection.keep.nonzero().squeeze(1)
        bank.append(features.index_select(0, rows), labels.index_select(0, rows))
        return selection

    @torch.no_grad()
    def select(self, embeddings: Tensor, labels: Tensor, keep_all: bool = False) -> Selection:
        """The same, but the bank stays as it is: `enqueue` what is to join it."""
        return self._judge(self.bank.normalised(embeddings, labels), labels, keep_all)

    def enqueue(self, embeddings: Tensor, labels: Tensor) -> None:
        """Put the kept embeddings (b, D) and labels (b,) into the bank."""
        self.bank.enqueue(embeddings, labels)

    def _judge(self, features: Tensor, labels: Tensor, keep_all: bool) -> Selection:
        selection = self._ranked(features, labels)
        return replace(selection, keep=torch.ones_like(selection.keep)) if keep_all else selection

    def _ranked(self, features: Tensor, labels: Tensor) -> Selection:
        """Of features (B, D) of length 1, those that score best."""
        scores = SCORES[self.score](features, labels, self.bank, self.empty_classes == "count")
        ranked = sorted(scores.tolist())  # B numbers are ranked sooner than operations on them are called
        unseen = ranked[-1:] == [math.inf]
        p_clean = scores.masked_fill(scores == math.inf, 1.0) if unseen else scores
        # The R-th percentile is an order statistic. The last term undoes 0.29 * 100 = 28.999999999999996.
        to_drop = math.floor(self.noise_rate * len(ranked) + 1e-9)
        if to_drop == 0:
            return Selection(torch.ones_like(labels, dtype=torch.bool), p_clean, -math.inf)

        threshold = self._threshold(ranked[to_drop - 1])
        if threshold is None:  # no batch so far had enough samples of known classes
            keep = scores == math.inf if self.cold_start == "keep" else _all_but_lowest(scores, to_drop)
            return Selection(keep, p_clean, -math.inf)

        keep = scores > threshold
        # The list tells nearly always, and at once, that some are kept; not where they differ by a rounding.
        if ranked[-1] <= threshold + 1e-6 * abs(threshold) and not keep.any():
            # The window's mean lies above this whole batch: judge the batch by itself.
            keep = _all_but_lowest(scores, to_drop)
            self.recent = deque([self.recent[-1]], self.recent.maxlen)
        return Selection(keep, p_clean, threshold)

    def _threshold(self, percentile: float) -> float | None:
        """m of Eq. 4: the mean of the last percentiles, of which this one is remembered if it is a score."""
        if percentile < math.inf:
            self.recent.append(percentile)
        return fmean(self.recent) if self.recent else None


def _all_but_lowest(scores: Tensor, count: int) -> Tensor:
    """A mask (B,) that leaves out the `count` lowest scores, the first ones where they tie."""
    keep = torch.ones_like(scores, dtype=torch.bool)
    keep[scores.argsort(stable=True)[:count]] = False
    return keep
