"""A small convolutional network for glyphs; the rule `pretrain` makes its weights, because nobody publishes any."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from prism.backbones.base import Architecture

if TYPE_CHECKING:
    from torch import Tensor, nn

MEAN, STD = 0.5, 0.5  # so that paper is 1 and ink is -1


@dataclass(frozen=True)
class ConvNetSmall(Architecture):
    dim = 512
    values = 98_132
    weights = None

    def build(self) -> "nn.Module":
        from prism.backbones.networks.convnet import convnet

        return convnet()

    def normalise(self, images: "Tensor") -> "Tensor":
        return (images.mean(dim=1, keepdim=True) - MEAN) / STD


ARCHITECTURE = ConvNetSmall
