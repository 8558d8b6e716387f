"""Co-teaching+: Co-teaching on the samples that the two networks classify differently (Yu et al. 2019)."""

from typing import ClassVar

from pydantic import Field
from torch import Tensor

from prism.methods.base import Settings
from prism.methods.coteaching import Coteaching, CoteachingSettings


class CoteachingPlusSettings(CoteachingSettings):
    agree_until: float = Field(default=0.1, ge=0, le=1, description="share of the training that is plain Co-teaching")


class CoteachingPlus(Coteaching):
    Settings: ClassVar[type[Settings]] = CoteachingPlusSettings

    def candidates(self, logits: list[Tensor], iteration: int) -> Tensor:
        everything = super().candidates(logits, iteration)
        if iteration <= self.settings.agree_until * self.setup.iterations:
            return everything
        differ = logits[0].argmax(dim=1) != logits[1].argmax(dim=1)
        return differ if differ.any() else everything


METHOD = CoteachingPlus
