"""ResNet-18 with torchvision's first ImageNet weights."""

from dataclasses import dataclass

from prism.backbones.base import torchvision_weights
from prism.backbones.networks.resnet import ResNet


@dataclass(frozen=True)
class ResNet18(ResNet):
    dim = 512
    values = 11_186_132
    weights = torchvision_weights("resnet18-f37072fd.pth")
    model = "resnet18"


ARCHITECTURE = ResNet18
