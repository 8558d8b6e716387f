"""The trained networks: a linear embedding of fixed features, or a whole network from images to embeddings."""

from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from prism.backbones import backbone
from prism.backbones.settings import Backbone
from prism.results.settings import EndToEnd, RunSettings
from prism.training.inputs import FeatureInputs, Inputs


class EmbeddingHead(nn.Linear):
    """A linear layer from features (B, in) to embeddings (B, dim), initialised as the authors do."""

    def __init__(self, features: int, dim: int) -> None:
        super().__init__(features, dim)
        nn.init.kaiming_normal_(self.weight, mode="fan_out")
        nn.init.zeros_(self.bias)

    def forward(self, input: Tensor, normalise: bool = True) -> Tensor:
        """Return embeddings (B, dim), L2-normalised unless told not to."""
        embeddings = super().forward(input)
        return F.normalize(embeddings, dim=1) if normalise else embeddings


class ImageNetwork(nn.Module):
    """A backbone and a head, from images (B, 3, H, W) in 0 .. 1 to embeddings (B, dim)."""

    def __init__(self, settings: Backbone, how: EndToEnd, dim: int, weights: Path | None = None) -> None:
        """Build the backbone with its published `weights`, unless `how` says to start from random ones."""
        super().__init__()
        self.architecture = backbone(settings.architecture, **settings.options)
        self.mixed = how.precision == "bfloat16"
        self.layout = torch.channels_last if how.channels_last else torch.contiguous_format
        network = self.architecture.load(weights) if how.pretrained else self.architecture.build()
        self.backbone = network.to(memory_format=self.layout)
        self.head = EmbeddingHead(self.architecture.dim, dim)

    def forward(self, images: Tensor, normalise: bool = True) -> Tensor:
        """Return embeddings (B, dim), L2-normalised unless told not to."""
        device = self.head.weight.device
        inputs = self.architecture.normalise(images.to(device, non_blocking=True)).contiguous(memory_format=self.layout)
        with torch.autocast(device.type, torch.bfloat16, enabled=self.mixed):
            features = self.backbone(inputs)
        return self.head(features.float(), normalise)  # type: ignore[no-any-return]


def build_networks(run: RunSettings, inputs: Inputs, count: int, weights: Path | None = None) -> nn.ModuleList:
    """Return as many networks as a method trains: on the GPU, if they are to be trained there and there is one."""
    dim = run.training.embedding_dim
    if isinstance(inputs, FeatureInputs):
        return nn.ModuleList(EmbeddingHead(inputs.features["test"].shape[1], dim) for _ in range(count))
    assert run.network is not None
    assert run.end_to_end is not None
    networks = nn.ModuleList(ImageNetwork(run.network, run.end_to_end, dim, weights).train() for _ in range(count))
    networks.to("cuda" if run.end_to_end.device == "gpu" and torch.cuda.is_available() else "cpu")
    if run.end_to_end.compile:
        for network in networks:
            network.compile()
    return networks
