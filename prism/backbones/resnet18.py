"""ResNet-18 with torchvision's first ImageNet weights."""

from dataclasses import dataclass

from prism.backbones.resnet import ResNet, torchvision_weights


@dataclass(frozen=True)
class ResNet18(ResNet):
    dim = 512
    weights = torchvision_weights("resnet18-f37072fd.pth")
    model = "resnet18"


ARCHITECTURE = ResNet18
