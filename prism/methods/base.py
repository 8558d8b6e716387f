"""The interface of a method: modules to train, and a loss for a batch of embeddings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict
from torch import Tensor, nn

from prism.methods.decay import cosine


class Settings(BaseModel):
    """Base of the hyper-parameters of a method; defaults are the values of the method's paper or code."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


@dataclass(frozen=True)
class Setup:
    """Facts about a training that a method may use."""

    num_classes: int
    num_samples: int
    dim: int
    iterations: int = 1
    noise: str = "clean"  # the kind of noise, where it is known


@dataclass(frozen=True)
class Step:
    """The outcome of a method on one batch of B samples."""

    loss: Tensor
    keep: Tensor | None = None  # (B,) bool: whether the loss is of this sample; None means all of them
    p_clean: Tensor | None = None  # (B,) how likely each label is clean, if the method tells
    threshold: float | None = None  # p_clean must be above it for a sample to be kept, if the method has one
    estimated_rate: float | None = None  # R, the share of wrong labels, if the method estimates it as it trains


class Schedule(NamedTuple):
    """The settings of the optimiser, Adam, at one iteration."""

    rate: float  # share of each group's learning rate
    beta1: float = 0.9


class Method(nn.Module):
    """A loss and the modules that it needs beside the network; its whole state is in `state_dict()`."""

    Settings: ClassVar[type[Settings]] = Settings
    networks: ClassVar[int] = 1  # how many the method trains; the first one is evaluated
    normalised: ClassVar[bool] = True  # whether it gets L2-normalised embeddings

    def __init__(self, setup: Setup, settings: Any) -> None:
        super().__init__()
        self.setup = setup
        self.settings = settings

    def parameter_groups(self) -> list[dict[str, Any]]:
        """Return optimiser groups for parameters of the method itself, such as proxies."""
        return []

    def schedule(self, iteration: int) -> Schedule:
        """Return the optimiser's settings at an iteration, counted from 1; cosine decay unless overridden."""
        return Schedule(cosine(iteration - 1, self.setup.iterations))

    def before(self, iteration: int, embed_all: Callable[[], Tensor]) -> None:
        """Prepare an iteration, without gradients; `embed_all` returns embeddings of the whole training set."""

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        """Return the loss of embeddings (B, D), or (networks, B, D) of several networks, with given labels (B,)."""
        raise TypeError(f"{type(self).__name__} does not define forward, which returns its loss")
