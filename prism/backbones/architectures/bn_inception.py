"""BN-Inception (Ioffe and Szegedy, 2015), the paper's network, with the weights that R. Cadene published."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from prism.backbones.base import Architecture, option
from prism.backbones.networks import normalisation
from prism.data.remote import RemoteFile
from prism.errors import PrismError

if TYPE_CHECKING:
    from torch import Tensor, nn

WEIGHTS = RemoteFile(
    name="bn_inception-52deb4733.pth",
    urls=("http://data.lip6.fr/cadene/pretrainedmodels/bn_inception-52deb4733.pth",),
    checksum="sha256:52deb473314542a5c2f87e9e6f26f4ca42fe863d15f986414dbae8c2dfdd2353",
    unpack=False,
)
NORMALISATIONS = {"imagenet": normalisation.imagenet, "caffe": normalisation.caffe}


@dataclass(frozen=True)
class BNInceptionArchitecture(Architecture):
    # "imagenet" is what the authors' code does; the weights were made for "caffe".
    normalisation: Literal["imagenet", "caffe"] = option(
        "imagenet",
        "of BN-Inception's input: the authors' code, or as its weights were made (BGR, 0 .. 255)",
    )
    dim = 1024
    values = 10_290_341
    weights = WEIGHTS
    squeeze = True

    def __post_init__(self) -> None:
        if self.normalisation not in NORMALISATIONS:
            raise PrismError(f"there is no normalisation {self.normalisation}: use {' or '.join(NORMALISATIONS)}.")

    def build(self) -> "nn.Module":
        from prism.backbones.networks.bn_inception import BNInception

        return BNInception()

    def normalise(self, images: "Tensor") -> "Tensor":
        return NORMALISATIONS[self.normalisation](images)


ARCHITECTURE = BNInceptionArchitecture
