"""ResNet-50 with torchvision's first ImageNet weights."""

from dataclasses import dataclass

from prism.backbones.base import torchvision_weights
from prism.backbones.networks.resnet import ResNet


@dataclass(frozen=True)
class ResNet50(ResNet):
    dim = 2048
    values = 23_561_205
    weights = torchvision_weights("resnet50-19c8e357.pth")
    model = "resnet50"


ARCHITECTURE = ResNet50
