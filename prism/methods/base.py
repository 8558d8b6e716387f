"""What a method is to the training loop: modules to train, and a loss for a batch of embeddings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict
from torch import Tensor, nn

from prism.methods.decay import cosine


class Settings(BaseModel):
    """The hyper-parameters of a method, with the value that its source gives as the default."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


@dataclass(frozen=True)
class Setup:
    """What a method may know of its training."""

    num_classes: int
    num_samples: int
    dim: int
    iterations: int = 1
    noise: str = "clean"  # the kind of noise, where it is known


@dataclass(frozen=True)
class Step:
    loss: Tensor
    keep: Tensor | None = None  # (B,) bool: the samples that were trained on; None is all of them
    p_clean: Tensor | None = None  # (B,) how likely each label is clean, where the method has an opinion
    threshold: float | None = None  # below which p_clean was too low, where there is one


class Schedule(NamedTuple):
    """The settings of the optimiser, Adam, at one iteration."""

    rate: float  # share of each group's learning rate
    beta1: float = 0.9


class Method(nn.Module):
    """A loss with whatever it needs beside the network; everything to resume from is in its state_dict."""

    Settings: ClassVar[type[Settings]] = Settings
    networks: ClassVar[int] = 1  # how many the method trains; the first one is evaluated
    normalised: ClassVar[bool] = True  # whether it gets L2-normalised embeddings

    def __init__(self, setup: Setup, settings: Any) -> None:
        super().__init__()
        self.setup = setup
        self.settings = settings

    def parameter_groups(self) -> list[dict[str, Any]]:
        """Optimiser groups for parameters of the method's own, such as proxies."""
        return []

    def schedule(self, iteration: int) -> Schedule:
        """Return the optimiser's settings at an iteration, counted from 1; cosine decay unless overridden."""
        return Schedule(cosine(iteration - 1, self.setup.iterations))

    def before(self, iteration: int, embed_all: Callable[[], Tensor]) -> None:
        """What is to be done ahead of an iteration, without gradients; `embed_all` embeds the whole training set."""

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        """The loss of embeddings (B, D), or (networks, B, D) of several networks, with given labels (B,)."""
        raise TypeError(f"{type(self).__name__} does not say what its loss is")
