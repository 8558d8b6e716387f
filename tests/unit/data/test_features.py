from pathlib import Path

import numpy as np
import pytest
import torch

from prism.data.features import read_features, write_features
from prism.data.store import StoredImage, write_store
from prism.errors import PrismError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pixels = np.zeros((1, 1, 3), dtype=np.uint8)
    write_store(tmp_path, [StoredImage(name, name, "", pixels) for name in "abc"])
    return tmp_path


def test_features_read_back_and_name_what_they_were_made_from_once(folder: Path) -> None:
    """Several entries of metadata would be written in an order that changes from process to process."""
    features = torch.arange(6.0).reshape(3, 2)
    write_features(folder / "features.safetensors", features, folder)
    assert read_features(folder / "features.safetensors", 3).equal(features)
    header = (folder / "features.safetensors").read_bytes()[8:400]
    assert header.startswith(b'{"__metadata__":{"made_from":"{\\"images\\": \\"')
    assert header.count(b"made_from") == 1


def test_features_of_another_number_of_images_are_refused(folder: Path) -> None:
    write_features(folder / "features.safetensors", torch.ones(2, 2), folder)
    with pytest.raises(PrismError, match="has 2 rows for an index of 3"):
        read_features(folder / "features.safetensors", 3)
