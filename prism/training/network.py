"""The trained networks: a linear embedding of fixed features, or a whole network from images to embeddings."""

from collections.abc import Iterable
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from prism.backbones import backbone
from prism.backbones.settings import Backbone
from prism.data.augment import in_unit_range
from prism.results.settings import EndToEnd, RunSettings
from prism.training.device import device_of, use_precision
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
    """A backbone and a head, from images (B, 3, H, W), whole numbers in 0 .. 255, to embeddings (B, dim)."""

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
        """Return embeddings (B, dim), L2-normalised unless told not to, of images on the network's device."""
        inputs = self.architecture.normalise(in_unit_range(images)).contiguous(memory_format=self.layout)
        with torch.autocast(images.device.type, torch.bfloat16, enabled=self.mixed):
            features = self.backbone(inputs)
        return self.head(features.float(), normalise)  # type: ignore[no-any-return]


def build_networks(run: RunSettings, inputs: Inputs, count: int, weights: Path | None = None) -> nn.ModuleList:
    """Return as many networks as a method trains: on the GPU, if they are to be trained there and there is one.

    From here on the process computes with the precision of the run's settings.
    """
    dim = run.training.embedding_dim
    if isinstance(inputs, FeatureInputs):
        return nn.ModuleList(EmbeddingHead(inputs.features["test"].shape[1], dim) for _ in range(count))
    assert run.network is not None
    assert run.end_to_end is not None
    use_precision(run.end_to_end)
    networks = nn.ModuleList(ImageNetwork(run.network, run.end_to_end, dim, weights).train() for _ in range(count))
    networks.to(device_of(run.end_to_end))
    if run.end_to_end.compile:
        for network in networks:
            network.compile()
    return networks


def embed(networks: nn.ModuleList, inputs: Tensor, normalise: bool = True) -> list[Tensor]:
    """Return each network's embeddings (B, dim) of the inputs (B, ...), which are sent to their device once."""
    there = inputs.to(next(networks.parameters()).device, non_blocking=True)
    return [network(there, normalise) for network in networks]


@torch.no_grad()
def embed_all(networks: nn.ModuleList, batches: Iterable[Tensor], normalise: bool = True) -> list[Tensor]:
    """Return each network's embeddings (N, dim) of all batches, which are read once; in evaluation mode meanwhile."""
    networks.eval()
    embedded = [embed(networks, inputs, normalise) for inputs in batches]
    networks.train()
    return [torch.cat(of_network) for of_network in zip(*embedded, strict=True)]
