"""Memory Contrastive Loss: the batch against itself and a memory of recent features (XBM, Wang et al. 2020)."""

from pydantic import Field
from torch import Tensor

from prism.core.losses import contrastive_loss, memory_contrastive_loss
from prism.core.memory import MemoryBank
from prism.methods.base import Method, Setup, Step
from prism.methods.contrastive import ContrastiveSettings


class MclSettings(ContrastiveSettings):
    bank_weight: float = Field(default=1.0, ge=0, description="weight of the bank's term (Eq. 9)")
    memory_size: int | None = Field(default=None, ge=1, description="rows of the bank; the training set's if not given")
    start_iteration: int = Field(default=0, ge=0, description="iterations before the bank is used and filled")


class Mcl(Method):
    Settings = MclSettings

    def __init__(self, setup: Setup, settings: MclSettings) -> None:
        super().__init__(setup, settings)
        self.bank = MemoryBank(settings.memory_size or setup.num_samples, setup.dim, setup.num_classes)

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        s = self.settings
        if iteration <= s.start_iteration:
            return Step(contrastive_loss(embeddings, labels, s.margin, s.per_anchor))
        self.bank.enqueue(embeddings, labels)  # before the loss, as in XBM's code
        return Step(memory_contrastive_loss(embeddings, labels, self.bank, s.margin, s.bank_weight, s.per_anchor))


METHOD = Mcl
