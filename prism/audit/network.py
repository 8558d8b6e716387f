"""The network that looks at a user's images: its settings, and the features that it has of a few files."""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import nn

from prism import backbones
from prism.backbones.base import Architecture
from prism.backbones.extract import squeezed
from prism.backbones.settings import Backbone
from prism.data.augment import centre_crop, in_unit_range
from prism.data.decode import decode
from prism.errors import PrismError
from prism.io.files import existing, sha256

SHORTER_SIDE = 256  # pixels that the shorter side of an image is resized to, of which the network sees the middle
INPUT_SIZE = 224
BATCH_SIZE = 16  # small batches: a core computes them as fast, in less memory
FORMAT = 1  # to be raised when features are computed in another way, so that old ones are not taken


class LookedAt(NamedTuple):
    """One image after the network has looked at it."""

    sha256: str | None  # of its file, where it could be read
    features: NDArray[np.float32] | None  # (D,), L2-normalised
    problem: str | None  # why there are none


class ImageNetwork(NamedTuple):
    """A backbone with the file of its weights, if no package brings them; a process can be sent it."""

    backbone: Backbone
    weights: Path | None = None

    @property
    def dim(self) -> int:
        return backbones.architecture_class(self.backbone.architecture).dim

    def fingerprint(self) -> str:
        """Return a digest of all that decides the features of an image, apart from its file."""
        settings = self.backbone.model_dump(mode="json", exclude={"batch_size", "seconds_per_iteration"})
        weights = sha256(self.weights) if self.weights else None
        made_of = json.dumps([FORMAT, SHORTER_SIDE, settings, weights], sort_keys=True)
        return hashlib.sha256(made_of.encode()).hexdigest()[:16]


def image_network(architecture: str = "efficientnet_lite0", weights: Path | None = None) -> ImageNetwork:
    """Return a network by the name of its architecture; all but EfficientNet-Lite0 need the file of their weights."""
    found = backbones.backbone(architecture)  # a PrismError if its packages are not installed
    if weights is not None:
        existing(weights)
    elif architecture != "efficientnet_lite0":
        file = found.weights.name if found.weights else "a file that `prism pretrain` wrote"
        raise PrismError(f"backbone {architecture} needs its weights, {file}: give the file with --weights.")
    settings = Backbone(architecture=architecture, input_size=INPUT_SIZE, batch_size=BATCH_SIZE, view="centre")
    return ImageNetwork(settings, weights)


@torch.inference_mode()
def look_at(network: ImageNetwork, paths: list[Path]) -> list[LookedAt]:
    """Return the features of image files, or what is wrong with them, in their order."""
    backbone = network.backbone
    side = max(SHORTER_SIDE, backbone.input_size)
    decoded = [decode(path, None, "shorter", side) for path in paths]
    pixels = [image.pixels for image in decoded if image.pixels is not None]
    features: Iterator[NDArray[np.float32]] = iter(_features(network, pixels) if pixels else ())
    return [
        LookedAt(image.sha256, None if image.pixels is None else next(features), image.problem) for image in decoded
    ]


def _features(network: ImageNetwork, pixels: list[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Return L2-normalised features (B, D) of images, as `prism features` computes them of a prepared dataset."""
    architecture, module = _load_once(network)
    size = network.backbone.input_size
    images = in_unit_range(centre_crop(pixels, size)) if network.backbone.view == "centre" else squeezed(pixels, size)
    inputs = architecture.normalise(images).to(memory_format=torch.channels_last)
    features: NDArray[np.float32] = F.normalize(module(inputs), dim=1).numpy()
    return features


@cache
def _load_once(network: ImageNetwork) -> tuple[Architecture, nn.Module]:
    """Return architecture and network; a process loads them for its first batch only."""
    architecture = backbones.backbone(network.backbone.architecture, **network.backbone.options)
    return architecture, architecture.load(network.weights).to(memory_format=torch.channels_last)
