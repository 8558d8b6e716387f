"""Soft Triple loss: several learned proxies for each class (Eqs. 10 and 11; Qian et al. 2019)."""

from typing import Any, ClassVar

from pydantic import Field
from pytorch_metric_learning.losses import SoftTripleLoss

from prism.methods.base import Settings
from prism.methods.proxies import ProxyMethod, ProxySettings


class SoftTripleSettings(ProxySettings):
    centers_per_class: int = Field(default=10, ge=1, description="H; the authors' code takes 2 from 500 classes on")
    la: float = Field(default=20.0, gt=0, description="lambda, the scale")
    gamma: float = Field(default=0.1, gt=0, description="temperature of the choice between proxies")
    margin: float = Field(default=0.01, ge=0, description="delta")


class SoftTriple(ProxyMethod):
    Settings: ClassVar[type[Settings]] = SoftTripleSettings

    def build_loss(self) -> Any:
        s = self.settings
        return SoftTripleLoss(
            self.setup.num_classes,
            self.setup.dim,
            centers_per_class=s.centers_per_class,
            la=s.la,
            gamma=s.gamma,
            margin=s.margin,
        )


METHOD = SoftTriple
