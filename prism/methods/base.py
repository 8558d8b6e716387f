"""What a method is to the training loop: modules to train, and a loss for a batch of embeddings."""

from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict
from torch import Tensor, nn


class Settings(BaseModel):
    """The hyper-parameters of a method, with the value that its source gives as the default."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


@dataclass(frozen=True)
class Setup:
    """What a method may know of the training set."""

    num_classes: int
    num_samples: int
    dim: int


@dataclass(frozen=True)
class Step:
    loss: Tensor
    keep: Tensor | None = None  # (B,) bool: the samples that were trained on; None is all of them
    p_clean: Tensor | None = None  # (B,) how likely each label is clean, where the method has an opinion


class Method(nn.Module):
    """A loss with whatever it needs beside the network; everything to resume from is in its state_dict."""

    Settings: ClassVar[type[Settings]] = Settings

    def __init__(self, setup: Setup, settings: Any) -> None:
        super().__init__()
        self.settings = settings

    def parameter_groups(self) -> list[dict[str, Any]]:
        """Optimiser groups for parameters of the method's own, such as proxies."""
        return []

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        """The loss of L2-normalised embeddings (B, D) with given labels (B,); iterations count from 1."""
        raise TypeError(f"{type(self).__name__} does not say what its loss is")
