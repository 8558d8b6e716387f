"""ProxyNCA: one learned proxy for each class, compared by squared distance (Movshovitz-Attias et al. 2017)."""

from typing import Any, ClassVar

from pydantic import Field
from pytorch_metric_learning.losses import ProxyNCALoss

from prism.methods.base import Settings
from prism.methods.proxies import ProxyMethod, ProxySettings


class ProxyNcaSettings(ProxySettings):
    softmax_scale: float = Field(default=3.0, gt=0)


class ProxyNca(ProxyMethod):
    Settings: ClassVar[type[Settings]] = ProxyNcaSettings

    def build_loss(self) -> Any:
        return ProxyNCALoss(self.setup.num_classes, self.setup.dim, softmax_scale=self.settings.softmax_scale)


METHOD = ProxyNca
