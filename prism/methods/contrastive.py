"""Contrastive loss within the batch (Eq. 8 of the paper; Chopra et al. 2005)."""

from pydantic import Field
from torch import Tensor

from prism.core.losses import contrastive_loss
from prism.methods.base import Method, Settings, Step


class ContrastiveSettings(Settings):
    margin: float = Field(default=0.5, ge=0, le=1, description="similarity below which a negative pair costs nothing")
    per_anchor: bool = Field(default=True, description="divide by the batch size (the authors' code) or not (Eq. 8)")


class Contrastive(Method):
    Settings = ContrastiveSettings

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        return Step(contrastive_loss(embeddings, labels, **self.settings.model_dump()))


METHOD = Contrastive
