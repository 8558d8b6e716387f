"""Co-teaching with cosine classifiers at a low temperature (Han et al. 2018 with Zhai and Wu 2019)."""

from typing import ClassVar

import torch.nn.functional as F
from pydantic import Field
from torch import Tensor, nn

from prism.methods.base import Settings
from prism.methods.coteaching import Coteaching, CoteachingSettings


class CosineClassifier(nn.Linear):
    """A classifier whose logits (B, C) are cosines of embeddings (B, D) with class vectors over a temperature."""

    def __init__(self, dim: int, classes: int, temperature: float) -> None:
        super().__init__(dim, classes, bias=False)
        self.temperature = temperature

    def forward(self, input: Tensor) -> Tensor:
        return F.normalize(input, dim=1) @ F.normalize(self.weight, dim=1).T / self.temperature


class CoteachingTemperatureSettings(CoteachingSettings):
    temperature: float = Field(default=0.05, gt=0)


class CoteachingTemperature(Coteaching):
    Settings: ClassVar[type[Settings]] = CoteachingTemperatureSettings

    def build_classifier(self) -> nn.Module:
        return CosineClassifier(self.setup.dim, self.setup.num_classes, self.settings.temperature)


METHOD = CoteachingTemperature
