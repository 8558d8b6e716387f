"""The trained part of a frozen study: a linear embedding of fixed features."""

import torch.nn.functional as F
from torch import Tensor, nn


class EmbeddingHead(nn.Linear):
    """Features (B, in) to embeddings (B, dim), L2-normalised unless told not to; initialised as the authors do."""

    def __init__(self, features: int, dim: int) -> None:
        super().__init__(features, dim)
        nn.init.kaiming_normal_(self.weight, mode="fan_out")
        nn.init.zeros_(self.bias)

    def forward(self, input: Tensor, normalise: bool = True) -> Tensor:
        embeddings = super().forward(input)
        return F.normalize(embeddings, dim=1) if normalise else embeddings
