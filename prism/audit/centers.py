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
        self._counts = torch.bincount(labels[kept], minlength=features.num_classes).float()
        sums = torch.zeros(features.num_classes, features.dim, dtype=torch.float64)
        shares = torch.where(kept, 1 / space.lengths, 0.0).unsqueeze(1)
        for rows, block in features:
            sums.index_add_(0, labels[rows], block.mul_(shares[rows]).double())
        self._projected = space.apply(sums.float()).T.contiguous()  # (D, C)
        if space.class_means is not None:
            self._projected_means = space.apply(space.class_means)  # (C, D)
            self._mean_squares = (space.class_means * self._projected_means).sum(dim=1)  # (C,)
            self._means_to_sums = space.class_means @ self._projected  # (C, C)

    def similarities(self, rows: slice | Tensor, block: Tensor) -> Tensor:
        """Return the similarity (b, C) of the features (b, D) of some rows to each class; -inf to an empty one."""
        labels, kept, lengths = self._labels[rows], self._kept[rows].float(), self.space.lengths[rows]
        products = block @ self._projected
        each = torch.arange(len(labels))
        products[each, labels] -= kept * lengths
        if self.space.weights is not None:
            lengths = self._without_own_covariance(rows, block, products)
        others = self._counts[labels] - kept
        own = torch.where(others > 0, products[each, labels] / (others.clamp_min(1) * lengths), -torch.inf)
        products.div_(lengths.unsqueeze(1)).mul_(1 / self._counts.clamp_min(1))
        products[:, self._counts == 0] = -torch.inf
        products[each, labels] = own
        return products

    def _without_own_covariance(self, rows: slice | Tensor, block: Tensor, products: Tensor) -> Tensor:
        """Correct the products (b, C) of samples that are in the covariance; return their corrected lengths (b,)."""
        assert self.space.weights is not None
        labels, kept, lengths = self._labels[rows], self._kept[rows].float(), self.space.lengths[rows]
        weights = self.space.weights[rows]
        to_mean = (block * self._projected_means[labels]).sum(dim=1)
        deviation = lengths.square() - to_mean  # x M e, where e is the sample without the mean of its class
        squared = deviation - to_mean + self._mean_squares[labels]  # e M e
        room = (1 - weights * squared).clamp_min(1e-3)
        factors = (weights * deviation / room).unsqueeze(1)
        shifted = self._means_to_sums[labels]
        shifted[torch.arange(len(labels)), labels] -= kept * to_mean / lengths  # the own sum is without the sample
        products.mul_(1 + factors).sub_(shifted.mul_(factors))
        return (lengths.square() + weights * deviation.square() / room).sqrt()
