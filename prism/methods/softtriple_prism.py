"""Soft Triple + PRISM: Soft Triple loss on the samples that PRISM keeps; only the filter uses the memory bank."""

from typing import ClassVar

from pydantic import Field
from torch import Tensor

from prism.methods.base import Settings, Setup, Step
from prism.methods.filtered import FilterSettings, build_filter, filtered_step
from prism.methods.softtriple import SoftTriple, SoftTripleSettings


class SoftTriplePrismSettings(FilterSettings, SoftTripleSettings):
    start_iteration: int = Field(default=0, ge=0, description="iterations before the bank is used and filled")


class SoftTriplePrism(SoftTriple):
    Settings: ClassVar[type[Settings]] = SoftTriplePrismSettings

    def __init__(self, setup: Setup, settings: SoftTriplePrismSettings) -> None:
        super().__init__(setup, settings)
        self.filter = build_filter(setup, settings)

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        if iteration <= self.settings.start_iteration:
            return Step(self.loss(embeddings, labels))
        selection = self.filter(embeddings, labels, keep_all=iteration <= self.settings.warm_up)
        keep = selection.keep
        loss = self.loss(embeddings[keep], labels[keep])
        return filtered_step(loss, selection, self.settings)


METHOD = SoftTriplePrism
