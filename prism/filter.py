"""PRISM: which labels of a mini-batch are likely to be clean (Algorithm 1 of the paper)."""

import math
from dataclasses import dataclass
from typing import Literal, get_args

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from prism.errors import NonFiniteError
from prism.memory import MemoryBank
from prism.scores import SCORES, Score

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

    Its whole state (bank, class sums, window) is in `state_dict()`.

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

    recent: Tensor  # (window,) the last R-th percentiles, oldest first, NaN where there is none yet

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
        self.register_buffer("recent", torch.full((window,), math.nan, dtype=torch.float64))

    @torch.no_grad()
    def select(self, embeddings: Tensor, labels: Tensor) -> Selection:
        """Which of embeddings (B, D) with labels (B,) to train on. Call `enqueue` with those afterwards."""
        self._check(embeddings, labels)
        features = F.normalize(embeddings.detach().to(self.bank.features.dtype), dim=1)
        score = SCORES[self.score](features, labels, self.bank, self.empty_classes == "count")
        p_clean = torch.where(score.known, score.values, 1.0)
        # The R-th percentile is an order statistic. The rounding undoes 0.29 * 100 = 28.999999999999996.
        to_drop = math.floor(round(self.noise_rate * len(labels), 9))
        if to_drop == 0:
            return Selection(torch.ones_like(score.known), p_clean, -math.inf)

        rank = torch.where(score.known, score.values, math.inf).argsort(stable=True)
        if bool(score.known[rank[to_drop - 1]]):
            self._remember(p_clean[rank[to_drop - 1]])
        if self.recent[-1].isnan():  # no batch so far had enough samples of known classes
            keep = ~score.known if self.cold_start == "keep" else _all_but(rank, to_drop)
            return Selection(keep, p_clean, -math.inf)

        threshold = float(self.recent.nanmean())
        keep = (p_clean > threshold) | ~score.known
        if not keep.any():  # the window's mean lies above this whole batch: judge the batch by itself
            keep = _all_but(rank, to_drop)
            self.recent[:-1] = math.nan
        return Selection(keep, p_clean, threshold)

    def enqueue(self, embeddings: Tensor, labels: Tensor) -> None:
        """Put the kept embeddings (b, D) and labels (b,) into the bank."""
        self._check(embeddings, labels)
        self.bank.enqueue(embeddings, labels)

    def _remember(self, percentile: Tensor) -> None:
        self.recent.copy_(torch.cat([self.recent[1:], percentile[None].to(self.recent)]))

    def _check(self, embeddings: Tensor, labels: Tensor) -> None:
        num_classes, dim = self.bank.centers.shape
        if embeddings.ndim != 2 or embeddings.shape[1] != dim or labels.shape != embeddings.shape[:1]:
            raise ValueError(
                f"embeddings are {tuple(embeddings.shape)} and labels {tuple(labels.shape)}, "
                f"but must be (B, {dim}) and (B,)"
            )
        if not embeddings.isfinite().all():
            bad = (~embeddings.isfinite().all(dim=1)).nonzero().flatten().tolist()
            raise NonFiniteError(
                f"the embeddings of samples {bad} of this batch hold NaN or infinity: "
                "the training has diverged, so lower its learning rate."
            )
        if len(labels) and not 0 <= int(labels.min()) <= int(labels.max()) < num_classes:
            raise ValueError(
                f"labels run from {int(labels.min())} to {int(labels.max())}, but must be 0 .. {num_classes - 1}"
            )


def _all_but(rank: Tensor, to_drop: int) -> Tensor:
    """A mask (B,) that leaves out the `to_drop` lowest-ranked samples."""
    keep = torch.ones(len(rank), dtype=torch.bool, device=rank.device)
    keep[rank[:to_drop]] = False
    return keep
