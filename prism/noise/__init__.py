"""Models of label noise: each takes the true labels of a training set and returns the given ones."""

from prism.noise.pairwise import pairwise
from prism.noise.small_cluster import small_cluster
from prism.noise.symmetric import symmetric

__all__ = ["pairwise", "small_cluster", "symmetric"]
