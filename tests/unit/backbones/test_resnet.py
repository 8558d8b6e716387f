from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torchvision.models import resnet18

from prism.backbones import backbone
from prism.io.files import sha256

IMAGES = torch.rand(2, 3, 64, 64, generator=torch.Generator().manual_seed(0))


def test_weights_of_torchvision_give_its_features_but_pooled_by_the_maximum(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    original = resnet18(weights=None).eval()
    path = tmp_path / "resnet18.pth"
    torch.save(original.state_dict(), path)
    architecture = backbone("resnet18", stem_relu=True)
    assert architecture.weights is not None
    remote = replace(architecture.weights, checksum=f"sha256-prefix:{sha256(path)[:8]}")
    monkeypatch.setattr(type(architecture), "weights", remote)
    last: list[torch.Tensor] = []
    original.layer4.register_forward_hook(lambda layer, inputs, output: last.append(output))
    with torch.inference_mode():
        original(IMAGES)
        torch.testing.assert_close(architecture.load(path)(IMAGES), last[0].amax(dim=(2, 3)))


def test_the_authors_stem_has_no_relu_and_its_blocks_have() -> None:
    quirky, usual = backbone("resnet18").build().eval(), backbone("resnet18", stem_relu=True).build().eval()
    quirky.load_state_dict(usual.state_dict())
    pooled = {}
    for name, network in (("quirky", quirky), ("usual", usual)):
        network.maxpool.register_forward_hook(lambda layer, inputs, output, name=name: pooled.update({name: inputs[0]}))
        with torch.inference_mode():
            features = network(IMAGES)
        assert bool((features >= 0).all())  # the last block ends in a ReLU
    assert bool((pooled["quirky"] < 0).any())
    assert torch.equal(pooled["quirky"].relu(), pooled["usual"])


def test_pixels_are_normalised_as_for_imagenet() -> None:
    grey = torch.full((1, 3, 1, 1), 0.5)
    expected = torch.tensor([(0.5 - 0.485) / 0.229, (0.5 - 0.456) / 0.224, (0.5 - 0.406) / 0.225])
    torch.testing.assert_close(backbone("resnet50").normalise(grey).flatten(), expected)
