"""PRISM: select the samples of a mini-batch whose labels are likely to be clean (Algorithm 1 of the paper)."""

import math
from collections import deque
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, get_args

import torch
from torch import Tensor, nn

from prism.core.memory import MemoryBank
from prism.core.noise_rate import NoiseRateEstimate
from prism.core.scores import SCORES, Score

EmptyClasses = Literal["skip", "count"]
ColdStart = Literal["keep", "drop"]


@dataclass(frozen=True)
class Selection:
    """The verdicts of PRISM on a mini-batch of B samples."""

    keep: Tensor  # (B,) bool: whether to train on the sample
    p_clean: Tensor  # (B,) the score of each label; 1 where its class has no center yet
    threshold: float  # m of Eq. 4; -inf where no threshold was used
    noise_rate: float  # R, the share that was to be dropped: the given one, or the estimate at this batch


class PrismFilter(nn.Module):
    """Score each label against a memory of recent features and drop the labels that are least likely to be clean.

    `prism(embeddings, labels)` is a whole step: it selects samples and puts them into the memory bank. The whole state
    (bank, class sums, windows) is in `state_dict()`.

    Args:
        num_classes: labels are 0 .. num_classes - 1.
        dim: length of an embedding.
        memory_size: rows of the bank; the paper takes the size of the training set.
        noise_rate: R, the share of each batch to drop, at least 0 and below 1; or `auto`: R is estimated as the
            training goes, from how many centers are more similar to each sample than that of its given class.
            Nothing is dropped until enough labels have been ranked.
        window: tau of Eq. 4. 1 is the top-R method (TRM); more is the smooth one (sTRM).
        score: `centers` (Eq. 7), `memory` (Eq. 2), `memory_positive` (Eq. 13) or `batch_positive` (Eq. 12).
        empty_classes: whether a class that has never been in the bank adds exp(0) to the sum over classes (`count`:
            Algorithm 1 sets all centers to zero before training, and Eq. 7 sums over all classes) or is left out of
            it (`skip`). A class whose features have left the bank keeps its last center.
        cold_start: before there is any threshold, whether samples of unseen classes are always kept (`keep`, the
            paper) or dropped in batch order to fill the share R (`drop`, the authors' code).
        max_noise_rate: the highest R that `auto` may arrive at, above 0 and below 1. Centers that cannot tell classes
            apart make every label look wrong; without a bound nothing would be kept, and nothing could improve.
    """

    recent: deque[float]  # the window: R-th percentiles of the last batches, at most tau, oldest first

    def __init__(
        self,
        num_classes: int,
        dim: int,
        *,
        memory_size: int,
        noise_rate: float | Literal["auto"] = "auto",
        window: int = 30,
        score: Score = "centers",
        empty_classes: EmptyClasses = "count",
        cold_start: ColdStart = "keep",
        max_noise_rate: float = 0.8,
    ) -> None:
        super().__init__()
        if noise_rate != "auto" and (isinstance(noise_rate, str) or not 0 <= noise_rate < 1):
            raise ValueError(f"noise_rate is {noise_rate!r}, but must be auto, or at least 0 and below 1")
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
        self.estimate = NoiseRateEstimate(max_noise_rate) if noise_rate == "auto" else None

    def get_extra_state(self) -> list[float]:
        """Return the part of `state_dict` that is no tensor: the window of percentiles."""
        return list(self.recent)

    def set_extra_state(self, state: list[float]) -> None:
        """Restore what `get_extra_state` returned."""
        self.recent = deque(state, self.recent.maxlen)

    @torch.no_grad()
    def forward(self, embeddings: Tensor, labels: Tensor, keep_all: bool = False) -> Selection:
        """Select the samples of embeddings (B, D) and labels (B,) to train on, and put these into the bank.

        With `keep_all`, for a warm-up, every sample is kept; they are still scored, and the window still moves.
        """
        features = self.bank.normalised(embeddings, labels)
        selection = self._select(features, labels, keep_all)
        self.bank.append(features[selection.keep], labels[selection.keep])
        return selection

    @torch.no_grad()
    def select(self, embeddings: Tensor, labels: Tensor, keep_all: bool = False) -> Selection:
        """Select as `forward` does, but leave the bank as it is: call `enqueue` with the samples that are to join."""
        return self._select(self.bank.normalised(embeddings, labels), labels, keep_all)

    def enqueue(self, embeddings: Tensor, labels: Tensor) -> None:
        """Put embeddings (b, D) with their labels (b,) into the bank."""
        self.bank.enqueue(embeddings, labels)

    def _select(self, features: Tensor, labels: Tensor, keep_all: bool) -> Selection:
        """Score normalised features (B, D) with labels (B,) and keep those above the threshold (Eq. 4)."""
        scores = SCORES[self.score](features, labels, self.bank, self.empty_classes == "count")
        rate = self._rate(features, labels)
        keep, threshold = self._above_threshold(scores, rate)
        if keep_all:
            keep = torch.ones_like(keep)
        return Selection(keep, scores.masked_fill(scores == math.inf, 1.0), threshold, rate)

    def _rate(self, features: Tensor, labels: Tensor) -> float:
        """Return R for a batch: the given one, or an estimate from the batches up to this one."""
        if self.noise_rate == "auto":
            assert self.estimate is not None
            return self.estimate.update(features, labels, self.bank)
        return self.noise_rate

    def _above_threshold(self, scores: Tensor, rate: float) -> tuple[Tensor, float]:
        """Return a mask (B,) of the scores (B,) above the threshold m of Eq. 4 at a rate R, and m.

        A score is infinite where a label could not be compared with anything.
        """
        # The last term undoes rounding such as 0.29 * 100 = 28.999999999999996.
        to_drop = math.floor(rate * len(scores) + 1e-9)
        if to_drop == 0:
            return torch.ones_like(scores, dtype=torch.bool), -math.inf

        percentile = float(scores.kthvalue(to_drop).values)
        if percentile < math.inf:
            self.recent.append(percentile)
        if not self.recent:  # no batch has had enough samples of known classes yet
            keep = scores == math.inf if self.cold_start == "keep" else _without_lowest(scores, to_drop)
            return keep, -math.inf

        threshold = fmean(self.recent)
        keep = scores > threshold
        if not keep.any():  # the mean of the window lies above the whole batch, so judge the batch by itself
            keep = _without_lowest(scores, to_drop)
            self.recent = deque([percentile], self.recent.maxlen)
        return keep, threshold


def _without_lowest(scores: Tensor, count: int) -> Tensor:
    """Return a mask (B,) without the `count` lowest scores; of equal scores the first ones are left out."""
    keep = torch.ones_like(scores, dtype=torch.bool)
    keep[scores.argsort(stable=True)[:count]] = False
    return keep
