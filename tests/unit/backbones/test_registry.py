from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import torch

from prism import backbones
from prism.backbones import backbone
from prism.errors import PrismError

DIMS = {"efficientnet_lite0": 1280, "bn_inception": 1024, "resnet18": 512, "resnet50": 2048}


@pytest.mark.parametrize("name", DIMS)
def test_a_network_that_is_built_maps_images_to_its_features_and_all_of_it_learns(name: str) -> None:
    architecture = backbone(name)
    assert architecture.dim == DIMS[name]
    network = architecture.build()
    assert network.training
    features = network(architecture.normalise(torch.rand(2, 3, 64, 64)))
    assert features.shape == (2, architecture.dim)
    features.square().sum().backward()
    assert all(parameter.grad is not None for parameter in network.parameters())


@pytest.mark.parametrize("name", ["vit", "weights", "resnet"])
def test_a_name_that_is_no_network_is_refused(name: str) -> None:
    with pytest.raises(PrismError, match=rf"there is no backbone prism/backbones/{name}\.py: check .*\.$"):
        backbone(name)


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("bn_inception", "it knows normalisation"),
        ("resnet50", "it knows stem_relu"),
        ("efficientnet_lite0", "no options"),
    ],
)
def test_an_unknown_option_is_refused(name: str, allowed: str) -> None:
    with pytest.raises(PrismError, match=rf"{name} does not know the option colour: .*{allowed}\.$"):
        backbone(name, colour="blue")


@pytest.mark.parametrize("name", ["bn_inception", "resnet18", "resnet50"])
def test_weights_that_no_package_brings_must_be_given(name: str, tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"is not pretrained without .*\.pth: give its path\.$"):
        backbone(name).load()
    with pytest.raises(PrismError, match=r"does not exist"):
        backbone(name).load(tmp_path / "absent.pth")


def test_a_package_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ModuleNotFoundError("No module named 'torchvision'", name="torchvision")

    monkeypatch.setattr(backbones, "import_module", missing)
    with pytest.raises(PrismError, match=r"resnet18 needs torchvision: pip install"):
        backbone("resnet18")
    assert import_module("prism.backbones.resnet18")


@pytest.mark.parametrize("name", ["bn_inception", "resnet18", "resnet50"])
def test_the_name_of_a_weights_file_begins_its_checksum(name: str) -> None:
    remote = backbone(name).weights
    assert remote is not None
    assert remote.checksum is not None
    assert not remote.unpack
    assert all(url.endswith(f"/{remote.name}") for url in remote.urls)
    assert remote.checksum.partition(":")[2].startswith(remote.name.removesuffix(".pth").rpartition("-")[2])
