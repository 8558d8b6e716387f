"""The base of all architectures: the declarations they make, and loading pretrained weights."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from prism.data.remote import RemoteFile
from prism.errors import PrismError

if TYPE_CHECKING:
    from torch import Tensor, nn


@dataclass(frozen=True)
class Architecture(ABC):
    """A pretrained network from images (B, 3, H, W) to pooled features (B, dim).

    A subclass has its options as fields made by `option`; they are keys of an entry under `backbones` in params.yaml.
    Its methods import PyTorch and other libraries themselves, so that what it declares can be read at once.
    """

    dim: ClassVar[int]  # features of an image
    values: ClassVar[int]  # numbers in the network: parameters, and the statistics of batch norms
    # The published file that `load` reads; None where a Python package brings it or the rule `pretrain` makes it.
    weights: ClassVar[RemoteFile | None]
    squeeze: ClassVar[bool] = False  # whether that file's tensors have extra leading dimensions of size 1
    packages: ClassVar[tuple[str, ...]] = ()  # modules that it imports beside PyTorch

    @abstractmethod
    def build(self) -> "nn.Module":
        """Return the network with random weights, in training mode."""

    @abstractmethod
    def normalise(self, images: "Tensor") -> "Tensor":
        """Turn RGB pixels (B, 3, H, W) in 0 .. 1 into the input that the network expects."""

    def load(self, weights: Path | None = None) -> "nn.Module":
        """Return the pretrained network in evaluation mode; all its parameters can be trained."""
        from prism.backbones.networks.weights import load_weights

        published = self.weights
        if weights is None:
            file = published.name if published else "a file that `prism pretrain` wrote"
            raise PrismError(f"{type(self).__name__} is not pretrained without {file}: give its path.")
        network = self.build()
        load_weights(network, weights, published.checksum if published else None, self.squeeze)
        return network.eval()


def option(default: Any, description: str) -> Any:
    """Return a field of an architecture that params.yaml may set."""
    return field(default=default, metadata={"description": description})


def torchvision_weights(name: str) -> RemoteFile:
    """Return a file of torchvision; its name ends in the first digits of its sha256, of which no more are published."""
    digits = name.removesuffix(".pth").rpartition("-")[2]
    return RemoteFile(
        name, (f"https://download.pytorch.org/models/{name}",), checksum=f"sha256-prefix:{digits}", unpack=False
    )
