"""ResNet-50 with torchvision's first ImageNet weights."""

from dataclasses import dataclass

from prism.backbones.resnet import ResNet, torchvision_weights


@dataclass(frozen=True)
class ResNet50(ResNet):
    dim = 2048
    weights = torchvision_weights("resnet50-19c8e357.pth")
    model = "resnet50"


ARCHITECTURE = ResNet50
