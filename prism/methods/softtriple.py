"""Soft Triple loss: several learned proxies for each class (Eqs. 10 and 11; Qian et al. 2019)."""

from typing import Any, ClassVar

from pydantic import Field
from pytorch_metric_learning.losses import SoftTripleLoss
from torch import Tensor

from prism.methods.base import Method, Settings, Setup, Step


class SoftTripleSettings(Settings):
    centers_per_class: int = Field(default=10, ge=1, description="H; the authors' code takes 2 from 500 classes on")
    la: float = Field(default=20.0, gt=0, description="lambda, the scale")
    gamma: float = Field(default=0.1, gt=0, description="temperature of the choice between proxies")
    margin: float = Field(default=0.01, ge=0, description="delta")
    proxy_learning_rate: float = Field(default=0.01, gt=0)


class SoftTriple(Method):
    Settings: ClassVar[type[Settings]] = SoftTripleSettings

    def __init__(self, setup: Setup, settings: SoftTripleSettings) -> None:
        super().__init__(setup, settings)
        self.loss = SoftTripleLoss(
            setup.num_classes,
            setup.dim,
            centers_per_class=settings.centers_per_class,
            la=settings.la,
            gamma=settings.gamma,
            margin=settings.margin,
        )

    def parameter_groups(self) -> list[dict[str, Any]]:
        return [{"params": list(self.loss.parameters()), "lr": self.settings.proxy_learning_rate}]

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        return Step(self.loss(embeddings, labels))


METHOD = SoftTriple
