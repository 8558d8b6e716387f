from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from prism.backbones import backbone
from prism.errors import PrismError


def test_images_of_any_size_become_512_features() -> None:
    architecture = backbone("convnet_small")
    network = architecture.build()
    for size in (32, 48):
        assert network(architecture.normalise(torch.rand(2, 3, size, size))).shape == (2, 512)


def test_ink_becomes_minus_one_and_paper_one() -> None:
    pixels = torch.tensor([0.0, 1.0]).view(2, 1, 1, 1).expand(2, 3, 4, 4)
    grey = backbone("convnet_small").normalise(pixels)
    assert grey.shape == (2, 1, 4, 4)
    assert grey[:, 0, 0, 0].tolist() == [-1.0, 1.0]


def test_weights_that_pretraining_wrote_are_loaded(tmp_path: Path) -> None:
    architecture = backbone("convnet_small")
    pretrained = architecture.build()
    save_file(pretrained.state_dict(), tmp_path / "w.safetensors")
    loaded = architecture.load(tmp_path / "w.safetensors")
    assert not loaded.training
    assert all(value.equal(loaded.state_dict()[name]) for name, value in pretrained.state_dict().items())


def test_without_weights_one_sentence_says_what_makes_them(tmp_path: Path) -> None:
    with pytest.raises(
        PrismError, match=r"not pretrained without a file that `prism pretrain` wrote: give its path\.$"
    ):
        backbone("convnet_small").load()
    (tmp_path / "w.safetensors").write_bytes(b"cut off")
    with pytest.raises(PrismError, match=r"w\.safetensors is not a file of weights: delete it and pretrain"):
        backbone("convnet_small").load(tmp_path / "w.safetensors")
