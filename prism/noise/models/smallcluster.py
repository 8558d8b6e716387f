"""Small Cluster noise: whole classes dissolve into small clusters that join other classes (supplement, Alg. 1)."""

from typing import TYPE_CHECKING

from prism.errors import InputError, MissingPackageError
from prism.noise.model import NoiseModel, ReleasedLists

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from prism.noise.model import Features, Labels
    from prism.noise.settings import Noise


def small_cluster(
    labels: "NDArray[np.integer]",
    features: "NDArray[np.floating]",
    rate: float,
    seed: int,
    images_per_cluster: float = 2,
) -> "NDArray[np.int64]":
    """Return given labels (N,) for true labels (N,) and L2-normalised features (N, D).

    One class after another, drawn uniformly, is cut into clusters of about `images_per_cluster` (the paper's Z)
    images, and each cluster joins a uniformly drawn other class, until at least `rate` of the images are misplaced.
    A class is cut together with the images that joined it before, so eliminated classes end empty, as in the
    released lists.
    """
    import numpy as np
    from threadpoolctl import threadpool_limits

    if len(features) != len(labels):
        raise InputError(f"there are {len(features)} features for {len(labels)} labels.")
    random = np.random.default_rng(seed)
    given = labels.astype(np.int64)
    remaining = np.unique(given)
    with threadpool_limits(1):  # the clusterings are so small that threads would only wait for each other
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
    features: "NDArray[np.floating]", images_per_cluster: float, random: "np.random.Generator"
) -> "NDArray[np.int64]":
    """Return the cluster (n,) of each feature (n, D)."""
    import numpy as np

    try:
        from sklearn.cluster import MiniBatchKMeans
    except ModuleNotFoundError as error:
        raise MissingPackageError(
            "Small Cluster noise needs scikit-learn: pip install 'prism-dml[pipeline]'."
        ) from error

    count = max(1, int(len(features) / images_per_cluster))
    state = int(random.integers(2**31))
    kmeans = MiniBatchKMeans(count, random_state=state, batch_size=max(1024, len(features)), n_init=1)
    clusters: NDArray[np.int64] = kmeans.fit_predict(features).astype(np.int64)
    return clusters


def _corrupt(labels: "Labels", rate: float, settings: "Noise", features: "Features | None") -> "Labels":
    assert features is not None  # because the model says that it needs them
    return small_cluster(labels, features, rate, settings.seed, settings.images_per_cluster)


MODEL = NoiseModel(
    label="Small Cluster",
    corrupt=_corrupt,
    needs_features=True,
    released=ReleasedLists("smallcluster", "by_survivors"),
    transition="open_set",
)
