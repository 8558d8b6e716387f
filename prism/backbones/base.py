"""What all pretrained networks have in common."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from torch import Tensor, nn

from prism.backbones.weights import load_weights
from prism.data.remote import RemoteFile
from prism.errors import PrismError


@dataclass(frozen=True)
class Architecture(ABC):
    """A network from images (B, 3, H, W) to pooled features (B, dim); a subclass has its options as fields."""

    dim: ClassVar[int]
    weights: ClassVar[RemoteFile | None]  # the file that `load` wants, or None where a Python package brings it
    squeeze: ClassVar[bool] = False  # whether that file's tensors have leading dimensions of 1 too many

    @abstractmethod
    def build(self) -> nn.Module:
        """The network with random weights, in training mode."""

    @abstractmethod
    def normalise(self, images: Tensor) -> Tensor:
        """RGB pixels (B, 3, H, W) in 0 .. 1 to what the network expects."""

    def load(self, weights: Path | None = None) -> nn.Module:
        """The pretrained network, in evaluation mode; all its parameters can be trained."""
        if self.weights is None:
            raise TypeError(f"{type(self).__name__} does not say where its weights are")
        if weights is None:
            raise PrismError(f"{type(self).__name__} is not pretrained without {self.weights.name}: give its path.")
        network = self.build()
        load_weights(network, weights, self.weights.checksum, self.squeeze)
        return network.eval()
