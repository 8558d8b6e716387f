"""FastAP: average precision through histograms of distances (Cakir et al. 2019)."""

from typing import ClassVar

from pydantic import Field
from pytorch_metric_learning.losses import FastAPLoss
from torch import Tensor

from prism.methods.base import Method, Settings, Setup, Step


class FastApSettings(Settings):
    num_bins: int = Field(default=10, ge=1)


class FastAp(Method):
    Settings: ClassVar[type[Settings]] = FastApSettings

    def __init__(self, setup: Setup, settings: FastApSettings) -> None:
        super().__init__(setup, settings)
        self.loss = FastAPLoss(num_bins=settings.num_bins)

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        return Step(self.loss(embeddings, labels))


METHOD = FastAp
