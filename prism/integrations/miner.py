"""PRISM as a miner of pytorch-metric-learning: its losses get tuples of the samples that the filter keeps."""

from typing import Any

import torch
from torch import Tensor

from prism.core.filter import PrismFilter, Selection
from prism.core.scores import SCORES
from prism.errors import InputError, MissingPackageError

try:
    from pytorch_metric_learning.miners import BaseMiner
    from pytorch_metric_learning.utils.loss_and_miner_utils import get_all_pairs_indices
except ModuleNotFoundError as error:
    raise MissingPackageError(
        "PrismMiner needs pytorch-metric-learning: pip install 'pytorch-metric-learning>=2.9,<3'."
    ) from error

Tuples = tuple[Tensor, ...]  # of indices: anchors, positives, anchors, negatives; or anchors, positives, negatives


class PrismMiner(BaseMiner):  # type: ignore[misc]  # pytorch-metric-learning has no types
    """Return pairs or triplets of the samples whose labels are likely to be clean.

    `miner(embeddings, labels)` is a whole step of the filter: what it keeps joins its memory. The whole state is in
    `state_dict()`.

    Args:
        filter: decides which samples to keep.
        miner: chooses tuples among the samples that are kept; without one, all their pairs are returned.
        options: what every miner takes, such as `collect_stats`.
    """

    last_selection: Selection | None  # the verdicts on the last batch

    def __init__(self, filter: PrismFilter, miner: BaseMiner | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.filter = filter
        self.miner = miner
        self.last_selection = None

    def mine(self, embeddings: Tensor, labels: Tensor, ref_emb: Tensor, ref_labels: Tensor | None) -> Tuples:
        """Return tuples with anchors in the batch (B, D) and the others in the references (M, D), often the batch.

        References of their own are judged by the batch's threshold, and do not join the memory.
        """
        if ref_labels is None:
            raise InputError("PrismMiner judges labels, so ref_emb needs ref_labels beside it.")
        selection = self.filter.select(embeddings, labels)
        rows = _indices(selection.keep)
        if ref_emb is embeddings:
            found = self._choose(embeddings[rows], labels[rows])
            tuples = _renumbered(found, rows, rows) if any(map(len, found)) else _pairs_with_themselves(rows)
        else:
            ref_rows = _indices(self._above(selection.threshold, ref_emb, ref_labels))
            found = self._choose(embeddings[rows], labels[rows], ref_emb[ref_rows], ref_labels[ref_rows])
            tuples = _renumbered(found, rows, ref_rows)
        self.filter.enqueue(embeddings[rows], labels[rows])
        self.last_selection = selection
        return tuples

    def _choose(self, *kept: Tensor) -> Tuples:
        """Return tuples among embeddings and labels that are kept, and references and their labels if there are."""
        is_empty = len(kept[-1]) == 0  # many miners cannot choose from nothing
        found: Tuples = get_all_pairs_indices(*kept[1::2]) if self.miner is None or is_empty else self.miner(*kept)
        return found

    def _above(self, threshold: float, embeddings: Tensor, labels: Tensor) -> Tensor:
        """Return a mask (M,) of the labels (M,) whose score is above the threshold of the batch.

        The copy of a sample that lies at the threshold may differ in its last digits, and must not pass.
        """
        features = self.filter.bank.normalised(embeddings, labels)
        scores = SCORES[self.filter.score](features, labels, self.filter.bank, self.filter.empty_classes == "count")
        limit = scores.new_tensor(threshold)
        return (scores > limit) & ~scores.isclose(limit)


def _indices(mask: Tensor) -> Tensor:
    return mask.nonzero().squeeze(1)


def _renumbered(found: Tuples, rows: Tensor, ref_rows: Tensor) -> Tuples:
    """Return tuples of indices into what was kept as indices into the whole batch and the whole references."""
    sources = (rows, ref_rows, rows, ref_rows) if len(found) == 4 else (rows, ref_rows, ref_rows)
    return tuple(source[indices] for source, indices in zip(sources, found, strict=True))


def _pairs_with_themselves(rows: Tensor) -> Tuples:
    """Return positive pairs of samples with themselves, which change no embedding, for a batch without other tuples.

    Losses that weight samples by their tuples take no tuples at all for equal weights, for dropped samples too.
    """
    nothing = torch.empty_like(rows[:0])
    return rows, rows, nothing, nothing
