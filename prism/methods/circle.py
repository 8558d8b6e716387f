"""Circle loss: every pair has a weight of its own (Sun et al. 2020)."""

from typing import ClassVar

from pydantic import Field
from pytorch_metric_learning.losses import CircleLoss
from torch import Tensor

from prism.methods.base import Method, Settings, Setup, Step


class CircleSettings(Settings):
    m: float = Field(default=0.4, gt=0, lt=1, description="relaxation")
    gamma: float = Field(default=80.0, gt=0, description="scale")


class Circle(Method):
    Settings: ClassVar[type[Settings]] = CircleSettings

    def __init__(self, setup: Setup, settings: CircleSettings) -> None:
        super().__init__(setup, settings)
        self.loss = CircleLoss(m=settings.m, gamma=settings.gamma)

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        return Step(self.loss(embeddings, labels))


METHOD = Circle
