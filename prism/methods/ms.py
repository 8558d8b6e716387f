"""Multi-Similarity loss with its mining of informative pairs (Wang et al. 2019)."""

from typing import ClassVar

from pydantic import Field
from pytorch_metric_learning.losses import MultiSimilarityLoss
from pytorch_metric_learning.miners import MultiSimilarityMiner
from torch import Tensor

from prism.methods.base import Method, Settings, Setup, Step


class MsSettings(Settings):
    alpha: float = Field(default=2.0, gt=0, description="scale of positive pairs")
    beta: float = Field(default=40.0, gt=0, description="scale of negative pairs: 40 in the code, 50 in the paper")
    base: float = Field(default=0.5, description="similarity at which a pair starts to matter")
    epsilon: float = Field(default=0.1, ge=0, description="margin of the mining")


class Ms(Method):
    Settings: ClassVar[type[Settings]] = MsSettings

    def __init__(self, setup: Setup, settings: MsSettings) -> None:
        super().__init__(setup, settings)
        self.miner = MultiSimilarityMiner(settings.epsilon)
        self.loss = MultiSimilarityLoss(settings.alpha, settings.beta, settings.base)

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        return Step(self.loss(embeddings, labels, self.miner(embeddings, labels)))


METHOD = Ms
