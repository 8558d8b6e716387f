"""Normalised softmax: a cosine classifier at a low temperature (Zhai and Wu 2019)."""

from typing import Any, ClassVar

from pydantic import Field
from pytorch_metric_learning.losses import NormalizedSoftmaxLoss

from prism.methods.base import Settings
from prism.methods.proxies import ProxyMethod, ProxySettings


class NSoftmaxSettings(ProxySettings):
    temperature: float = Field(default=0.05, gt=0)


class NSoftmax(ProxyMethod):
    Settings: ClassVar[type[Settings]] = NSoftmaxSettings

    def build_loss(self) -> Any:
        return NormalizedSoftmaxLoss(self.setup.num_classes, self.setup.dim, temperature=self.settings.temperature)


METHOD = NSoftmax
