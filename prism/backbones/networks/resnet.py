"""ResNets of torchvision with global max pooling, as the paper's authors use them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from prism.backbones.base import Architecture, option
from prism.backbones.networks import normalisation

if TYPE_CHECKING:
    from torch import Tensor, nn


@dataclass(frozen=True)
class ResNet(Architecture):
    stem_relu: bool = option(False, "ResNet's first ReLU, which the authors' code lacks")
    model: ClassVar[str]  # its name in torchvision
    packages = ("torchvision",)

    def build(self) -> "nn.Module":
        from torch import nn
        from torchvision.models import get_model  # type: ignore[import-untyped]

        network: nn.Module = get_model(self.model, weights=None)
        if not self.stem_relu:
            # The authors' code, after XBM's, has no ReLU between the first batch norm and the pooling. Each residual
            # block has its own, so these stay.
            network.relu = nn.Identity()
        network.avgpool = nn.AdaptiveMaxPool2d(1)
        network.fc = nn.Identity()
        return network

    def normalise(self, images: "Tensor") -> "Tensor":
        return normalisation.imagenet(images)
