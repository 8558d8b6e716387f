from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch

from prism.data.store import StoredImage, write_store
from prism.errors import PrismError
from prism.features import write_features
from prism.training.data import load_data


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Classes a to d of two images each; b and d train."""
    pixel = np.zeros((1, 1, 3), dtype=np.uint8)
    images = [StoredImage(f"{c}/{i}", c, "x", pixel) for c in "abcd" for i in range(2)]
    write_store(tmp_path, images, train_classes={"b", "d"})
    write_features(tmp_path / "f.safetensors", torch.arange(16.0).view(8, 2), tmp_path)
    return tmp_path


def write_noise(path: Path, index: list[int]) -> Path:
    pd.DataFrame({"index": index, "true": [1, 1, 3, 3], "given": [3, 3, 3, 3]}).to_parquet(path)
    return path


def test_labels_are_numbered_anew_where_noise_emptied_a_class(folder: Path) -> None:
    noise = write_noise(folder / "n.parquet", [2, 3, 6, 7])
    data = load_data(folder / "index.parquet", folder / "f.safetensors", noise)
    assert data.train.labels.tolist() == [0, 0, 0, 0]
    assert data.train.num_classes == 1
    assert data.train.features[:, 0].tolist() == [4, 6, 12, 14]
    assert data.is_clean.tolist() == [False, False, True, True]
    assert data.test.labels.tolist() == [0, 0, 1, 1]
    assert set(data.checksums) == {"index", "features", "noise"}


def test_noise_of_another_index_is_refused(folder: Path) -> None:
    noise = write_noise(folder / "n.parquet", [0, 1, 2, 3])
    with pytest.raises(PrismError, match=r"was made for another index .* make it again"):
        load_data(folder / "index.parquet", folder / "f.safetensors", noise)


def test_features_of_another_index_are_refused(folder: Path) -> None:
    write_features(folder / "f.safetensors", torch.zeros(3, 2), folder)
    with pytest.raises(PrismError, match="has 3 rows for an index of 8"):
        load_data(folder / "index.parquet", folder / "f.safetensors", write_noise(folder / "n.parquet", [2, 3, 6, 7]))
