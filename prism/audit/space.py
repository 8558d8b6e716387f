"""The space in which labels are judged: features around their mean, whitened by the covariance within classes."""

from dataclasses import dataclass

import torch
from torch import Tensor

from prism.audit.blocks import FeatureBlocks

SHRINKAGE = 0.5  # share of the identity in the covariance: features have many dimensions, and classes few images
COVARIANCE_SAMPLES = 20_000  # enough for the covariance of a few thousand dimensions; more would only take time


@dataclass(frozen=True)
class Space:
    """An inner product x M y of centered features, and the length of every sample in it."""

    lengths: Tensor  # (N,): of every sample; never 0
    metric: Tensor | None = None  # M (D, D), the inverse of a covariance; None is the identity
    class_means: Tensor | None = None  # (C, D): around which the covariance was taken
    counts: Tensor | None = None  # (C,): samples that these are means of
    weights: Tensor | None = None  # (N,): of every sample in the covariance; 0 of those that are not in it

    def apply(self, vectors: Tensor) -> Tensor:
        """Return M y for vectors y (b, D)."""
        return vectors if self.metric is None else vectors @ self.metric


def plain_space(features: FeatureBlocks) -> Space:
    """Return the space of the features as they are."""
    return Space(_lengths(features, None))


def whitened_space(features: FeatureBlocks, labels: Tensor, kept: Tensor) -> Space:
    """Return the space in which the samples of a class, of those that are kept (N,), differ equally in all directions.

    Directions in which images of one class differ, such as pose and light, count little in it, and those that tell
    classes apart count much.
    """
    kept = _some(kept, COVARIANCE_SAMPLES)
    counts = torch.bincount(labels[kept], minlength=features.num_classes).double()
    sums = torch.zeros(features.num_classes, features.dim, dtype=torch.float64)
    products = torch.zeros(features.dim, features.dim, dtype=torch.float64)
    for rows, block in features:
        chosen = block[kept[rows]]
        sums.index_add_(0, labels[rows][kept[rows]], chosen.double())
        products += chosen.T @ chosen
    means = sums / counts.clamp_min(1).unsqueeze(1)
    freedom = max(float(counts.sum() - (counts > 0).sum()), 1.0)
    within = (products - sums.T @ means) / freedom
    scale = within.diagonal().mean().clamp_min(torch.finfo(torch.float32).tiny)
    covariance = (1 - SHRINKAGE) * within + SHRINKAGE * scale * torch.eye(features.dim, dtype=torch.float64)
    metric = torch.linalg.inv(covariance).float()
    # Without a sample, the scatter of its class is less by this multiple of its squared deviation from the mean.
    weights = (1 - SHRINKAGE) / freedom * counts / (counts - 1).clamp_min(1)
    return Space(
        _lengths(features, metric),
        metric,
        means.float(),
        counts.float(),
        torch.where(kept & (counts[labels] > 1), weights[labels], 0.0).float(),
    )


def _lengths(features: FeatureBlocks, metric: Tensor | None) -> Tensor:
    """Return the length (N,) of every feature, at least the smallest number that can be divided by."""
    squares = torch.empty(len(features))
    for rows, block in features:
        squares[rows] = (block * (block if metric is None else block @ metric)).sum(dim=1)
    return squares.clamp_min(1e-12).sqrt()


def _some(kept: Tensor, count: int) -> Tensor:
    """Return the mask with every k-th of its samples alone, so that at most about `count` of them are left."""
    stride = -(-int(kept.sum()) // count)
    return kept & (kept.cumsum(0) % stride == 0) if stride > 1 else kept
