import pickle
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from pydantic import ValidationError

from prism import backbones
from prism.backbones import architecture_class, architecture_names, backbone
from prism.backbones.base import Architecture
from prism.backbones.settings import Backbone
from prism.errors import PrismError
from project import ROOT

DIMS = {"efficientnet_lite0": 1280, "bn_inception": 1024, "resnet18": 512, "resnet50": 2048}


def test_every_file_is_an_architecture_or_shared() -> None:
    assert DIMS.keys() <= set(architecture_names())
    assert all(issubclass(architecture_class(name), Architecture) for name in architecture_names())


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
    with pytest.raises(
        PrismError,
        match=rf"there is no architecture prism/backbones/architectures/{name}\.py: (choose one of|did you mean) ",
    ):
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
    monkeypatch.setattr(backbones, "find_spec", lambda package: None)
    with pytest.raises(PrismError, match=r"resnet18 needs torchvision: pip install"):
        backbone("resnet18")
    assert architecture_class("resnet18").dim == 512


@pytest.mark.parametrize("name", architecture_names())
def test_the_declared_size_is_that_of_the_network(name: str) -> None:
    network = architecture_class(name)().build()
    assert architecture_class(name).values == sum(value.numel() for value in network.state_dict().values())


def test_an_entry_may_have_the_options_of_all_architectures() -> None:
    entry = {"input_size": 64, "batch_size": 1}
    settings = Backbone.model_validate(entry | {"architecture": "resnet18", "stem_relu": True})
    assert settings.options == {"stem_relu": True}
    assert pickle.loads(pickle.dumps(settings)) == settings  # extracting features sends it to other processes
    assert Backbone.model_validate(entry | {"architecture": "bn_inception"}).options == {}
    with pytest.raises(ValidationError, match="Input should be 'imagenet' or 'caffe'"):
        Backbone.model_validate(entry | {"architecture": "bn_inception", "normalisation": "tensorflow"})


def test_an_unknown_architecture_in_an_entry_is_refused() -> None:
    with pytest.raises(ValidationError, match=r"Input should be .*'bn_inception', .*'efficientnet_lite0', .*'resnet"):
        Backbone.model_validate({"architecture": "vit", "input_size": 64, "batch_size": 1})


def test_declarations_are_imported_without_libraries_that_take_seconds() -> None:
    program = "import sys, prism.backbones.settings; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(run.stdout.split()) & {"numpy", "pandas", "torch", "torchvision", "timm"} == set()


@pytest.mark.parametrize("name", ["bn_inception", "resnet18", "resnet50"])
def test_the_name_of_a_weights_file_begins_its_checksum(name: str) -> None:
    remote = backbone(name).weights
    assert remote is not None
    assert remote.checksum is not None
    assert not remote.unpack
    assert all(url.endswith(f"/{remote.name}") for url in remote.urls)
    assert remote.checksum.partition(":")[2].startswith(remote.name.removesuffix(".pth").rpartition("-")[2])
