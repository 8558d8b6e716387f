"""Small Cluster noise: whole classes dissolve into small clusters that join other classes (supplement, Alg. 1)."""

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import MiniBatchKMeans
from threadpoolctl import threadpool_limits

from prism.errors import InputError


def small_cluster(
    labels: NDArray[np.integer],
    features: NDArray[np.floating],
    rate: float,
    seed: int,
    images_per_cluster: float = 2,
) -> NDArray[np.int64]:
    """Given labels (N,) for true labels (N,) and L2-normalised features (N, D).

    One class after another, drawn uniformly, is cut into clusters of about `images_per_cluster` (the paper's Z)
    images, and each cluster joins a uniformly drawn other class, until at least `rate` of the images are misplaced.
    A class is cut with whatever has joined it before, so eliminated classes end empty, as in the released lists.
    """
    if len(features) != len(labels):
        raise InputError(f"there are {len(features)} features for {len(labels)} labels.")
    random = np.random.default_rng(seed)
    given = labels.astype(np.int64)
    remaining = np.unique(given)
    with threadpool_limits(1):  # the clusterings are tiny: threads would only wait for each other
        while np.sum(given != labels) < rate * len(labels) - 1e-9:  # 0.07 * 100 is 7.000000000000001
            if len(remaining) < 2:
                raise InputError(f"Small Cluster noise of {rate:.0%} would leave no class: choose a lower rate.")
            dissolved = random.choice(remaining)
            remaining = remaining[remaining != dissolved]
            members = np.flatnonzero(given == dissolved)
            clusters = _cluster(features[members], images_per_cluster, random)
            targets = random.choice(remaining, size=clusters.max() + 1)
            given[members] = targets[clusters]
    return given


def _cluster(
    features: NDArray[np.floating], images_per_cluster: float, random: np.random.Generator
) -> NDArray[np.int64]:
    """The cluster (n,) of each feature (n, D)."""
    count = max(1, int(len(features) / images_per_cluster))
    state = int(random.integers(2**31))
    kmeans = MiniBatchKMeans(count, random_state=state, batch_size=max(1024, len(features)), n_init=1)
    clusters: NDArray[np.int64] = kmeans.fit_predict(features).astype(np.int64)
    return clusters
