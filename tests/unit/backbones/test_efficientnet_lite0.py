from pathlib import Path

import pytest
import timm
import torch

from prism.backbones import backbone
from prism.backbones.architectures import efficientnet_lite0
from prism.backbones.architectures.efficientnet_lite0 import rename
from prism.errors import PrismError


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("_conv_stem.weight", "conv_stem.weight"),
        ("_bn0.running_mean", "bn1.running_mean"),
        ("_conv_head.weight", "conv_head.weight"),
        ("_bn1.bias", "bn2.bias"),
        ("_fc.weight", "classifier.weight"),
        # The first block does not expand, so its parts are counted from its depthwise convolution.
        ("_blocks.0._depthwise_conv.weight", "blocks.0.0.conv_dw.weight"),
        ("_blocks.0._project_conv.weight", "blocks.0.0.conv_pw.weight"),
        ("_blocks.0._bn1.weight", "blocks.0.0.bn1.weight"),
        ("_blocks.1._expand_conv.weight", "blocks.1.0.conv_pw.weight"),
        ("_blocks.2._bn0.weight", "blocks.1.1.bn1.weight"),
        ("_blocks.3._bn2.bias", "blocks.2.0.bn3.bias"),
        ("_blocks.4._project_conv.weight", "blocks.2.1.conv_pwl.weight"),
        ("_blocks.15._depthwise_conv.weight", "blocks.6.0.conv_dw.weight"),
    ],
)
def test_keys_are_renamed_to_timms(key: str, name: str) -> None:
    assert rename(key) == name


def test_the_weights_are_all_that_the_network_has() -> None:
    stored = torch.load(efficientnet_lite0._weights_path(), map_location="cpu", weights_only=True)
    weights = {rename(key): value for key, value in stored.items()}
    assert len(weights) == len(stored)
    result = timm.create_model("tf_efficientnet_lite0", pretrained=False).load_state_dict(weights, strict=False)
    assert (result.missing_keys, result.unexpected_keys) == ([], [])


def test_an_image_has_1280_features_that_do_not_depend_on_its_batch() -> None:
    architecture = backbone("efficientnet_lite0")
    network = architecture.load()
    images = architecture.normalise(torch.rand(2, 3, 64, 64, generator=torch.Generator().manual_seed(0)))
    with torch.inference_mode():
        alone, together = network(images[:1]), network(images)
    assert alone.shape == (1, architecture.dim) == (1, 1280)
    torch.testing.assert_close(alone, together[:1], rtol=1e-4, atol=1e-4)  # evaluation mode: no batch statistics


def test_pixels_are_scaled_to_minus_one_and_one() -> None:
    normalise = backbone("efficientnet_lite0").normalise
    assert normalise(torch.tensor([0.0, 0.5, 1.0])).tolist() == [-1.0, 0.0, 1.0]


def test_another_weights_file_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "weights.pth"
    path.write_bytes(b"something else")
    monkeypatch.setattr(efficientnet_lite0, "_weights_path", lambda: path)
    with pytest.raises(PrismError, match=r"is not the file it should be: reinstall efficientnet-lite0.*\.$"):
        backbone("efficientnet_lite0").load()
