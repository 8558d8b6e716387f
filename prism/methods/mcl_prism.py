"""MCL + PRISM: the memory contrastive loss on the samples that PRISM keeps (Algorithm 1)."""

from typing import Literal

from pydantic import Field
from torch import Tensor

from prism.core.losses import contrastive_loss, memory_contrastive_loss
from prism.methods.base import Method, Setup, Step
from prism.methods.filtered import FilterSettings, build_filter, filtered_step
from prism.methods.mcl import MclSettings


class MclPrismSettings(FilterSettings, MclSettings):
    enqueue: Literal["before", "after"] = Field(
        default="before", description="the kept samples join the bank before the loss (Alg. 1) or after it (the code)"
    )


class MclPrism(Method):
    Settings = MclPrismSettings

    def __init__(self, setup: Setup, settings: MclPrismSettings) -> None:
        super().__init__(setup, settings)
        self.filter = build_filter(setup, settings)

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        s = self.settings
        if iteration <= s.start_iteration:
            return Step(contrastive_loss(embeddings, labels, s.margin, s.per_anchor))
        select = self.filter if s.enqueue == "before" else self.filter.select
        selection = select(embeddings, labels, keep_all=iteration <= s.warm_up)
        keep = selection.keep
        clean, clean_labels = embeddings[keep], labels[keep]
        loss = memory_contrastive_loss(clean, clean_labels, self.filter.bank, s.margin, s.bank_weight, s.per_anchor)
        if s.enqueue == "after":
            self.filter.enqueue(clean, clean_labels)
        return filtered_step(loss, selection, s)


METHOD = MclPrism
