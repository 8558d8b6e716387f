from dataclasses import replace
from pathlib import Path

import pytest
import torch

from prism.backbones import backbone
from prism.backbones.architectures import bn_inception
from prism.backbones.networks.bn_inception import BNInception
from prism.errors import PrismError
from prism.io.files import sha256

IMAGES = torch.rand(2, 3, 64, 64, generator=torch.Generator().manual_seed(0))


def test_the_published_layout_loads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The published file has a classifier, no counts of batches, and leading dimensions of 1 in the batch norms."""
    original = BNInception().eval()
    weights = {
        key: value[None] if "_bn." in key else value
        for key, value in original.state_dict().items()
        if not key.endswith("num_batches_tracked")
    }
    path = tmp_path / "bn_inception.pth"
    torch.save(weights | {"last_linear.weight": torch.ones(1000, 1024), "last_linear.bias": torch.ones(1000)}, path)
    architecture = backbone("bn_inception")
    with pytest.raises(PrismError, match="is not the file it should be"):
        architecture.load(path)
    remote = replace(bn_inception.WEIGHTS, checksum=f"sha256:{sha256(path)}")
    monkeypatch.setattr(type(architecture), "weights", remote)
    network = architecture.load(path)
    assert not network.training
    with torch.inference_mode():
        assert torch.equal(network(IMAGES), original(IMAGES))


@pytest.mark.parametrize(
    ("normalisation", "expected"),
    [
        ("imagenet", [(1.0 - 0.485) / 0.229, (0.5 - 0.456) / 0.224, (0.0 - 0.406) / 0.225]),
        ("caffe", [0.0 - 104, 127.5 - 117, 255 - 128]),
    ],
)
def test_pixels_are_normalised(normalisation: str, expected: list[float]) -> None:
    orange = torch.tensor([1.0, 0.5, 0.0]).view(1, 3, 1, 1)
    normalised = backbone("bn_inception", normalisation=normalisation).normalise(orange)
    torch.testing.assert_close(normalised.flatten(), torch.tensor(expected))


def test_the_authors_normalisation_is_the_default() -> None:
    architecture = backbone("bn_inception")
    assert architecture == backbone("bn_inception", normalisation="imagenet")
    with pytest.raises(PrismError, match=r"there is no normalisation tensorflow: use imagenet or caffe\.$"):
        backbone("bn_inception", normalisation="tensorflow")
