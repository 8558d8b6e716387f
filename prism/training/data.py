"""The data of a training: its inputs, the labels it was given, and the test classes."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, get_args

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from prism.data.entry import Split
from prism.data.features import read_features
from prism.errors import PrismError
from prism.io.columns import read_columns
from prism.io.files import read_json, sha256
from prism.results.settings import RunSettings
from prism.training.inputs import FeatureInputs, ImageInputs, Inputs


@dataclass(frozen=True)
class TestData:
    """The inputs of all splits, and what is known of the test images."""

    inputs: Inputs
    test_labels: Tensor  # (M,)
    ground_truth: list[dict[str, Any]] | None = field(default=None, kw_only=True)  # of landmark queries


@dataclass(frozen=True)
class StudyData(TestData):
    """Test data with the training samples and their given labels."""

    labels: Tensor  # (N,) given to the training samples, 0 .. C - 1: noise may have emptied classes
    is_clean: Tensor | None  # (N,) bool: whether a given label is the true one; None where nobody knows
    rows: Tensor  # (N,) rows of the training samples in the dataset's index
    checksums: dict[str, str]

    @property
    def num_classes(self) -> int:
        """Return how many classes the given labels name."""
        return int(self.labels.max()) + 1


def load_data(
    run: RunSettings, index_path: Path, noise_path: Path, features_path: Path | None, weights_path: Path | None = None
) -> StudyData:
    """Read the data of a run: rows of the features, or the images beside the index where there are none.

    Pretrained weights count as data: the run's record has their checksum.
    """
    test, rows_of = _load_splits(run, index_path, features_path)
    rows = rows_of["train"]
    noisy_rows, given, is_noisy = read_columns(noise_path, "index", "given", "is_noisy")
    if not np.array_equal(noisy_rows, rows):
        raise PrismError(f"{noise_path} was made for another index than {index_path}: delete it and make it again.")
    data = StudyData(
        inputs=test.inputs,
        test_labels=test.test_labels,
        ground_truth=test.ground_truth,
        labels=renumbered(given),
        is_clean=torch.from_numpy(~is_noisy) if is_noisy.dtype == np.bool_ else None,
        rows=rows,
        checksums={
            "index": sha256(index_path),  # which has the checksum of every image
            **({"features": sha256(features_path)} if features_path else {}),
            **({"weights": sha256(weights_path)} if weights_path else {}),
            "noise": sha256(noise_path),
        },
    )
    return without_wrong_labels(data) if run.only_clean else data


def without_wrong_labels(data: StudyData) -> StudyData:
    """Return the data with the training samples whose given label is right, and no others; labels are renumbered."""
    if data.is_clean is None:
        raise PrismError("nobody knows which of these labels are clean: train a method without only_clean on them.")
    samples = data.is_clean.nonzero().flatten()
    return replace(
        data,
        inputs=data.inputs.limited_to(samples),
        labels=renumbered(data.labels[samples].numpy()),
        is_clean=data.is_clean[samples],
        rows=data.rows[samples],
    )


def load_test(run: RunSettings, index_path: Path, features_path: Path | None) -> TestData:
    """Read the inputs of all splits and the labels of the test images."""
    return _load_splits(run, index_path, features_path)[0]


def _load_splits(run: RunSettings, index_path: Path, features_path: Path | None) -> tuple[TestData, dict[str, Tensor]]:
    """Return the test data and the row numbers of each split."""
    splits, labels = read_columns(index_path, "split", "label")
    rows = split_rows(splits)
    queries = read_json(index_path.with_name("ground_truth.json")) if len(rows["query"]) else None
    test_labels = renumbered(labels[rows["test"].numpy()])
    inputs = _inputs(run, index_path, features_path, rows, len(labels))
    return TestData(inputs, test_labels, ground_truth=queries), rows


def _inputs(run: RunSettings, index: Path, features_path: Path | None, rows: dict[str, Tensor], total: int) -> Inputs:
    if features_path is not None:
        features = read_features(features_path, total)
        return FeatureInputs({split: features[numbers] for split, numbers in rows.items()})
    return image_inputs(run, index, rows)


def image_inputs(run: RunSettings, index: Path, rows: dict[str, Tensor]) -> ImageInputs:
    """Return the images beside an index as inputs of a network that is trained as a whole."""
    if run.network is None or run.end_to_end is None:
        raise PrismError("a training without --features is end to end: its settings must have network and end_to_end.")
    return ImageInputs(index.parent, rows, run.network, run.end_to_end, run.seed)


def split_rows(splits: NDArray[np.object_]) -> dict[str, Tensor]:
    """Return the row numbers of each split, for the split of every image (N,)."""
    return {split: torch.from_numpy(np.flatnonzero(splits == split)) for split in get_args(Split)}


def renumbered(labels: np.ndarray) -> Tensor:
    """Return any labels (N,) as 0 .. C - 1, in their order."""
    return torch.from_numpy(np.unique(labels, return_inverse=True)[1])
