"""The contrastive loss within a batch (Eq. 8) and against a memory bank (Eq. 9)."""

import torch
import torch.nn.functional as F
from torch import Tensor

from prism.core.memory import MemoryBank

CPU_BLOCK = 2048  # rows of the bank at a time: with a batch of 64, half a megabyte of similarities


def contrastive_loss(embeddings: Tensor, labels: Tensor, margin: float = 0.5, per_anchor: bool = True) -> Tensor:
    """Return the contrastive loss (Eq. 8) of embeddings (B, D) with labels (B,), over ordered pairs.

    A pair of one class costs 1 - S and a pair of two classes max(S - margin, 0). The paper has -S for a pair of one
    class, which has the same gradient, but a value that is hard to read. A sample paired with itself costs 0.

    Args:
        per_anchor: divide by B, as the authors' code does; the paper's equations are plain sums.
    """
    anchors = F.normalize(embeddings, dim=1)
    similarity = anchors @ anchors.T
    same = labels[:, None] == labels
    return torch.where(same, 1 - similarity, F.relu(similarity - margin)).sum() / _divisor(labels, per_anchor)


def bank_loss(
    embeddings: Tensor, labels: Tensor, bank: MemoryBank, margin: float = 0.5, per_anchor: bool = True
) -> Tensor:
    """Return the contrastive loss (Eq. 9) of embeddings (B, D) with labels (B,) against every row of the bank.

    The loss is piecewise linear in the similarities and the bank is constant, so the gradient of each anchor is a
    signed sum of bank rows. It is computed together with the loss, so that autograd stores no matrix of the bank's
    size. On a CPU the bank is read in blocks whose similarities stay in the cache.
    """
    anchors = F.normalize(embeddings, dim=1)
    with torch.no_grad():
        gradient, slopes = torch.zeros_like(anchors), anchors.new_zeros(())
        block = CPU_BLOCK if anchors.device.type == "cpu" else len(bank.labels)
        for stored, stored_labels in zip(*(torch.split(part, block) for part in bank.content()), strict=True):
            slope = (stored @ anchors.T).gt_(margin)  # +1: a negative pair inside the margin
            slope.masked_fill_(stored_labels[:, None] == labels, -1.0)
            gradient.addmm_(slope.T, stored)
            slopes += slope.sum()
        positives = bank.counts[labels].sum()
        constant = positives - margin * (slopes + positives)
    return ((anchors * gradient).sum() + constant) / _divisor(labels, per_anchor)


def memory_contrastive_loss(
    embeddings: Tensor,
    labels: Tensor,
    bank: MemoryBank,
    margin: float = 0.5,
    bank_weight: float = 1.0,
    per_anchor: bool = True,
) -> Tensor:
    """Return L_batch + bank_weight L_bank (Eqs. 8 and 9) of embeddings (B, D) with labels (B,)."""
    batch = contrastive_loss(embeddings, labels, margin, per_anchor)
    return batch + bank_weight * bank_loss(embeddings, labels, bank, margin, per_anchor)


def _divisor(labels: Tensor, per_anchor: bool) -> int:
    """Return the batch size, at least 1, or 1 for a plain sum."""
    return max(len(labels), 1) if per_anchor else 1
