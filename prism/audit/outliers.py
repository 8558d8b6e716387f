"""Samples that no class fits, such as images of something else."""

import torch
from torch import Tensor

from prism.audit.blocks import FeatureBlocks
from prism.audit.space import Space

FENCE = 1.5  # Tukey's: so many quartile ranges beyond the third quartile a sample counts as an outlier


def outlier_scores(blocks: FeatureBlocks, labels: Tensor, best: Tensor, space: Space) -> tuple[Tensor, Tensor]:
    """Return which samples no class fits (N,) bool, and the share of samples that lie as far from their class (N,).

    A sample is far out if its Mahalanobis distance to the mean of the class that fits it best (`best`, (N,)) is. Those
    whose label says that class show which distances are usual.
    """
    squares = _squared_distances(blocks, labels, best, space).clamp_min(1e-12).log()
    usual = squares[best == labels].sort().values
    if not len(usual):
        return torch.zeros(len(labels), dtype=torch.bool), torch.ones(len(labels))
    first, third = usual[len(usual) // 4], usual[len(usual) * 3 // 4]
    scores = 1 - torch.searchsorted(usual, squares).float() / len(usual)
    return squares > third + FENCE * (third - first), scores


def _squared_distances(blocks: FeatureBlocks, labels: Tensor, best: Tensor, space: Space) -> Tensor:
    """Return the squared distance (N,) of every sample to the mean of its best class, which it has no part in."""
    assert space.class_means is not None
    assert space.counts is not None
    assert space.weights is not None
    projected = space.apply(space.class_means)
    mean_squares = (space.class_means * projected).sum(dim=1)
    squares = space.lengths.square() + mean_squares[best]
    for rows, block in blocks:
        squares[rows] -= 2 * (block * projected[best[rows]]).sum(dim=1)
    part = torch.where(best == labels, space.weights, 0.0)
    sizes = space.counts[labels].clamp_min(2)
    without = torch.where(part > 0, (sizes / (sizes - 1)).square(), 1.0)
    return without * squares / (1 - part * squares).clamp_min(1e-3)
