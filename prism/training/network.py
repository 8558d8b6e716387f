"""The trained part of a frozen study: a linear embedding of fixed features."""

import torch.nn.functional as F
from torch import Tensor, nn


class EmbeddingHead(nn.Linear):
    """Features (B, in) to L2-normalised embeddings (B, dim), initialised as in the authors' code."""

    def __init__(self, features: int, dim: int) -> None:
        super().__init__(features, dim)
        nn.init.kaiming_normal_(self.weight, mode="fan_out")
        nn.init.zeros_(self.bias)

    def forward(self, input: Tensor) -> Tensor:
        return F.normalize(super().forward(input), dim=1)
