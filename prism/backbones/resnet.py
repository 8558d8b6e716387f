"""ResNets of torchvision with global max pooling, as the authors use them."""

from dataclasses import dataclass
from typing import ClassVar

from torch import Tensor, nn
from torchvision.models import get_model  # type: ignore[import-untyped]

from prism.backbones import normalisation
from prism.backbones.base import Architecture
from prism.data.remote import RemoteFile


@dataclass(frozen=True)
class ResNet(Architecture):
    stem_relu: bool = False  # the authors' code, after XBM's, has no ReLU between the first batch norm and the pooling
    model: ClassVar[str]  # as torchvision calls it

    def build(self) -> nn.Module:
        network: nn.Module = get_model(self.model, weights=None)
        if not self.stem_relu:
            network.relu = nn.Identity()  # the stem's alone: each residual block has its own
        network.avgpool = nn.AdaptiveMaxPool2d(1)
        network.fc = nn.Identity()
        return network

    def normalise(self, images: Tensor) -> Tensor:
        return normalisation.imagenet(images)


def torchvision_weights(name: str) -> RemoteFile:
    """A file of torchvision, in whose name are the first digits of its sha256; nobody has published the others."""
    digits = name.removesuffix(".pth").rpartition("-")[2]
    return RemoteFile(
        name, (f"https://download.pytorch.org/models/{name}",), checksum=f"sha256-prefix:{digits}", unpack=False
    )
