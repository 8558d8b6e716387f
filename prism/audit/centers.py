"""How similar every sample is to the center of every class, its own class without the sample itself."""

import torch
from torch import Tensor

from prism.audit.blocks import FeatureBlocks
from prism.audit.space import Space


class LeaveOneOutCenters:
    """The mean direction of every class over the samples that are kept; a sample has no part in what it is judged by.

    It is left out of the center of its class, and, in a whitened space, of the covariance too (by the formula of
    Sherman and Morrison), so that its own label says nothing about itself.
    """

    def __init__(self, features: FeatureBlocks, labels: Tensor, kept: Tensor, space: Space) -> None:
        self.space = space
        self._labels = labels
        self._kept = kept
        classes = features.num_classes
        self._counts = torch.bincount(labels[kept], minlength=classes).float()
        sums = torch.zeros(classes, features.dim, dtype=torch.float64)
        for rows, block in features:
            chosen = kept[rows]
            directions = (block[chosen] - space.mean) / space.lengths[rows][chosen].unsqueeze(1)
            sums.index_add_(0, labels[rows][chosen], directions.double())
        self._sums = sums.float()
        self._projected = space.apply(self._sums)  # (C, D)
        if space.class_means is not None:
            self._projected_means = space.apply(space.class_means)  # (C, D)
            self._mean_squares = (space.class_means * self._projected_means).sum(dim=1)  # (C,)
            self._means_to_sums = space.class_means @ self._projected.T  # (C, C)

    def similarities(self, rows: slice | Tensor, block: Tensor) -> Tensor:
        """Return the similarity (b, C) of unit vectors (b, D) of rows to each class; -inf where it has no sample."""
        labels, kept = self._labels[rows], self._kept[rows].float()
        lengths = self.space.lengths[rows]
        each = torch.arange(len(labels))
        centered = block - self.space.mean
        products = centered @ self._projected.T
        products[each, labels] -= kept * lengths
        if self.space.weights is not None:
            lengths = self._without_own_covariance(self.space.weights[rows], labels, kept, centered, products, lengths)
        counts = self._counts.expand_as(products).clone()
        counts[each, labels] -= kept
        return torch.where(counts > 0, products / (counts.clamp_min(1) * lengths.unsqueeze(1)), -torch.inf)

    def _without_own_covariance(
        self, weights: Tensor, labels: Tensor, kept: Tensor, centered: Tensor, products: Tensor, lengths: Tensor
    ) -> Tensor:
        """Correct the products (b, C) of samples that are in the covariance; return their corrected lengths (b,)."""
        to_mean = (centered * self._projected_means[labels]).sum(dim=1)
        deviation = lengths.square() - to_mean  # x M e, where e is the sample without the mean of its class
        squared = deviation - to_mean + self._mean_squares[labels]  # e M e
        room = (1 - weights * squared).clamp_min(1e-3)
        factors = (weights * deviation / room).unsqueeze(1)
        shifted = self._means_to_sums[labels]
        each = torch.arange(len(labels))
        shifted[each, labels] -= kept * to_mean / lengths  # the own sum is without the sample here too
        products += factors * (products - shifted)
        return (lengths.square() + weights * deviation.square() / room).sqrt()
