"""Train a linear embedding of somebody's own features."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from prism.results.settings import RunSettings
from prism.training.data import StudyData, renumbered
from prism.training.head_defaults import DEFAULT_NOISE_RATE, head_run, iterations_to_judge
from prism.training.inputs import FeatureInputs
from prism.training.loop import Trained, train
from prism.training.network import embed_all

WATCHED = 1000  # samples that a training on all samples is scored on, for its log


def train_embedding(
    features: NDArray[np.floating],
    labels: NDArray[np.generic],
    noise_rate: float | str = DEFAULT_NOISE_RATE,
    iterations: int | None = None,
    seed: int = 0,
) -> NDArray[np.float32]:
    """Return L2-normalised embeddings (N, dim) that MCL + PRISM learns from all features (N, D) and labels (N,).

    Labels are integers or strings, of at least two classes. `noise_rate` is R, or `auto`. Without `iterations`, each
    sample is seen about five times, so that the embeddings can tell wrong labels instead of knowing them by heart.
    """
    given = renumbered(np.asarray(labels))
    everything = np.arange(len(given))
    data = own_data(features, given, everything, _watched(given.numpy()), {})
    length = iterations or iterations_to_judge(len(given))
    run = head_run("mcl_prism", len(given), data.num_classes, "image", noise_rate, length, seed)
    return embed_features(train_head(run, data), features)


def own_data(
    features: NDArray[np.floating],
    labels: Tensor,
    train_rows: NDArray[np.int64],
    test_rows: NDArray[np.int64],
    checksums: dict[str, str],
) -> StudyData:
    """Return the data of a training on some rows of features (N, D) with labels (N,), scored on other rows."""
    rows = {"train": train_rows, "test": test_rows}
    return StudyData(
        inputs=FeatureInputs({split: _tensor(features[of_split]) for split, of_split in rows.items()}),
        test_labels=renumbered(labels[test_rows].numpy()),
        labels=renumbered(labels[train_rows].numpy()),
        is_clean=None,
        rows=torch.from_numpy(train_rows),
        checksums=checksums,
    )


def train_head(run: RunSettings, data: StudyData) -> Trained:
    """Train a head by the one training loop; nothing of it is left on disk."""
    return train(run, data)


def embed_features(trained: Trained, features: NDArray[np.floating], rows: int = 4096) -> NDArray[np.float32]:
    """Return the embeddings (N, dim) of features (N, D), of which so many rows are in memory at a time."""
    parts = (_tensor(features[start : start + rows]) for start in range(0, len(features), rows))
    return embed_all(trained.networks, parts)[0].numpy()


def _tensor(features: NDArray[np.floating]) -> Tensor:
    return torch.from_numpy(np.array(features, dtype=np.float32))  # a copy, as mapped files are read-only


def _watched(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return rows of two samples of each class that has two, of at most WATCHED; of one sample twice if none has."""
    order = np.argsort(labels, kind="stable")
    pairs = np.flatnonzero(np.diff(labels[order]) == 0)
    first = pairs[np.unique(labels[order[pairs]], return_index=True)[1]][: WATCHED // 2]
    return np.concatenate([order[first], order[first + 1]]) if len(first) else np.zeros(2, dtype=np.int64)
