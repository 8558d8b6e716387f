"""Extract features of every image with a pretrained network."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from tqdm import tqdm

from prism import backbones
from prism.backbones.base import Architecture
from prism.backbones.settings import Backbone
from prism.data.augment import centre_crop, in_unit_range
from prism.data.store import ImageStore
from prism.runtime.workers import start_worker


def extract(folder: Path, backbone: Backbone, processes: int, weights: Path | None = None) -> Tensor:
    """Return L2-normalised features (N, D) of the dataset in `folder`, in the order of its index.

    Processes of one thread each are used, because threads that share a batch wait for the slowest of them at every
    layer.
    """
    rows = range(len(ImageStore(folder)))
    batches = [rows[start : start + backbone.batch_size] for start in rows[:: backbone.batch_size]]
    extract_batch = partial(_extract_batch, folder, backbone, weights)
    with ProcessPoolExecutor(processes, get_context("spawn"), start_worker) as pool:
        features: Iterator[np.ndarray] = pool.map(extract_batch, batches)
        done = tqdm(features, "features", total=len(batches), unit="batch", disable=None)
        return torch.from_numpy(np.concatenate(list(done)))


@torch.inference_mode()
def _extract_batch(folder: Path, backbone: Backbone, weights: Path | None, rows: range) -> np.ndarray:
    """Return the features of the images in these rows of the index."""
    store, architecture, network = _open_once(folder, backbone, weights)
    pixels = [store[row] for row in rows]
    size = backbone.input_size
    images = in_unit_range(centre_crop(pixels, size)) if backbone.view == "centre" else squeezed(pixels, size)
    inputs = architecture.normalise(images).to(memory_format=torch.channels_last)
    features: np.ndarray = F.normalize(network(inputs), dim=1).numpy()
    return features


@cache
def _open_once(folder: Path, backbone: Backbone, weights: Path | None) -> tuple[ImageStore, Architecture, nn.Module]:
    """Return images, architecture and network; a process of the pool opens them for its first batch only."""
    architecture = backbones.backbone(backbone.architecture, **backbone.options)
    return ImageStore(folder), architecture, architecture.load(weights).to(memory_format=torch.channels_last)


def squeezed(images: list[np.ndarray], size: int) -> Tensor:
    """Squeeze whole images (H, W, 3) into squares (B, 3, size, size) in 0 .. 1."""
    if len({pixels.shape for pixels in images}) > 1:
        return torch.cat([squeezed([pixels], size) for pixels in images])
    batch = torch.from_numpy(np.stack(images)).permute(0, 3, 1, 2).float() / 255
    if batch.shape[-2:] == (size, size):
        return batch
    return F.interpolate(batch, size=(size, size), mode="bicubic", antialias=True).clamp(0, 1)
