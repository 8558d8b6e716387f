"""What a training sees of a dataset: features, the labels it was given, and the test classes."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from torch import Tensor

from prism.data.store import read_index
from prism.errors import PrismError
from prism.features import read_features
from prism.files import existing, sha256


@dataclass(frozen=True)
class LabelledFeatures:
    """Features (N, D) with labels (N,) that are 0 .. C - 1."""

    features: Tensor
    labels: Tensor

    @classmethod
    def renumbered(cls, features: Tensor, labels: np.ndarray) -> "LabelledFeatures":
        """With any labels (N,), numbered anew in their order."""
        return cls(features, torch.from_numpy(np.unique(labels, return_inverse=True)[1]))

    @property
    def num_classes(self) -> int:
        return int(self.labels.max()) + 1


@dataclass(frozen=True)
class StudyData:
    train: LabelledFeatures  # with the given labels, renumbered: noise may have emptied classes
    is_clean: Tensor  # (N,) bool: whether a given label is the true one
    rows: Tensor  # (N,) rows of the training samples in the dataset's index
    test: LabelledFeatures
    checksums: dict[str, str]


def load_data(index_path: Path, features_path: Path, noise_path: Path) -> StudyData:
    index = read_index(index_path)
    features = read_features(features_path, len(index))
    noise = pd.read_parquet(existing(noise_path))
    training_rows = np.flatnonzero(index["split"] == "train")
    if not np.array_equal(noise["index"], training_rows):
        raise PrismError(f"{noise_path} was made for another index than {index_path}: delete it and make it again.")
    rows = torch.from_numpy(training_rows)
    test = torch.from_numpy(np.flatnonzero(index["split"] == "test"))
    return StudyData(
        train=LabelledFeatures.renumbered(features[rows], noise["given"].to_numpy()),
        is_clean=torch.from_numpy((noise["given"] == noise["true"]).to_numpy(copy=True)),
        rows=rows,
        test=LabelledFeatures.renumbered(features[test], index["label"].to_numpy()[test.numpy()]),
        checksums={"index": sha256(index_path), "features": sha256(features_path), "noise": sha256(noise_path)},
    )
