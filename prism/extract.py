"""Features of every image from a pretrained network."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor
from tqdm import tqdm

from prism.backbones import efficientnet_lite0
from prism.data.store import ImageStore
from prism.params.settings import Backbone


@torch.inference_mode()
def extract(store: ImageStore, backbone: Backbone) -> Tensor:
    """L2-normalised features (N, D), in the order of the store's index."""
    network = efficientnet_lite0.load().to(memory_format=torch.channels_last)
    rows = range(len(store))
    features = []
    for start in tqdm(rows[:: backbone.batch_size], desc="features", unit="batch", disable=None):
        batch = rows[start : start + backbone.batch_size]
        images = _resized([store[row] for row in batch], backbone.input_size)
        inputs = efficientnet_lite0.normalise(images).to(memory_format=torch.channels_last)
        features.append(F.normalize(network(inputs), dim=1))
    return torch.cat(features)


def _resized(images: list[np.ndarray], size: int) -> Tensor:
    """Pixels (H, W, 3) of several images as (B, 3, size, size) in 0 .. 1."""
    if len({pixels.shape for pixels in images}) > 1:
        return torch.cat([_resized([pixels], size) for pixels in images])
    batch = torch.from_numpy(np.stack(images)).permute(0, 3, 1, 2).float() / 255
    if batch.shape[-2:] == (size, size):
        return batch
    return F.interpolate(batch, size=(size, size), mode="bicubic", antialias=True).clamp(0, 1)
