from pathlib import Path

import numpy as np
import pytest
import torch

from prism.backbones import backbone, extract
from prism.backbones.settings import Backbone
from prism.data.store import StoredImage, write_store
from prism.errors import PrismError

SETTINGS = Backbone(architecture="efficientnet_lite0", input_size=32, batch_size=2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    pixels = [rng.integers(0, 256, (height, 32, 3), dtype=np.uint8) for height in (32, 32, 40)]
    write_store(tmp_path, [StoredImage(str(i), "thing", "", image) for i, image in enumerate(pixels)], {"thing"})
    return tmp_path


def test_a_batch_has_the_features_of_its_images_alone(folder: Path) -> None:
    features = extract._extract_batch(folder, SETTINGS, None, range(1, 3))
    assert features.shape == (2, backbone("efficientnet_lite0").dim)
    np.testing.assert_allclose(np.linalg.norm(features, axis=1), 1, rtol=1e-5)
    alone = extract._extract_batch(folder, SETTINGS, None, range(2, 3))
    np.testing.assert_allclose(features[1:], alone, atol=1e-4)


def test_weights_that_are_not_the_networks_are_refused(folder: Path) -> None:
    path = folder / "weights.pth"
    torch.save({}, path)
    with pytest.raises(PrismError, match=r"weights\.pth is not the file it should be"):
        extract._extract_batch(folder, SETTINGS, path, range(1))
