"""The layers of BN-Inception (Ioffe and Szegedy, 2015)."""

from typing import Literal, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from prism.errors import InputError


class Block(NamedTuple):
    """Output channels of the four branches of an inception block.

    (a, b) stands for a 1 x 1 convolution to a channels, then a 3 x 3 convolution to b.
    """

    conv1x1: int
    conv3x3: tuple[int, int]
    double3x3: tuple[int, int]  # with a second 3 x 3 convolution after the first
    pool_projection: int  # pooling, then a 1 x 1 convolution
    pool: Literal["average", "max"] = "average"


class Reduction(NamedTuple):
    """Output channels of a block that halves the image; its third branch is the pooled input."""

    conv3x3: tuple[int, int]
    double3x3: tuple[int, int]


BLOCKS: dict[str, Block | Reduction] = {
    "inception_3a": Block(64, (64, 64), (64, 96), 32),
    "inception_3b": Block(64, (64, 96), (64, 96), 64),
    "inception_3c": Reduction((128, 160), (64, 96)),
    "inception_4a": Block(224, (64, 96), (96, 128), 128),
    "inception_4b": Block(192, (96, 128), (96, 128), 128),
    "inception_4c": Block(160, (128, 160), (128, 160), 128),
    "inception_4d": Block(96, (128, 192), (160, 192), 128),
    "inception_4e": Reduction((128, 192), (192, 256)),
    "inception_5a": Block(352, (192, 320), (160, 224), 128),
    "inception_5b": Block(352, (192, 320), (192, 224), 128, pool="max"),
}


class BNInception(nn.Module):
    """A network from images (B, 3, H, W) to features (B, 1024), which are the largest value of each channel.

    The layers lie side by side under the names of the published weights, so that these load without renaming.
    """

    def __init__(self) -> None:
        super().__init__()
        self._add("conv1_7x7_s2", 3, 64, kernel=7, stride=2)
        self._add("conv2_3x3_reduce", 64, 64, kernel=1)
        self._add("conv2_3x3", 64, 192, kernel=3)
        channels = 192
        for name, block in BLOCKS.items():
            channels = self._add_block(name, block, channels)

    def forward(self, images: Tensor) -> Tensor:
        if images.shape[2] % 32 or images.shape[3] % 32:
            size = " x ".join(map(str, images.shape[2:]))
            raise InputError(f"BN-Inception cannot halve images of {size} pixels 5 times: use a multiple of 32.")
        features = _halve(self._run(images, "conv1_7x7_s2"))
        features = _halve(self._run(features, "conv2_3x3_reduce", "conv2_3x3"))
        for name, block in BLOCKS.items():
            features = self._run_block(features, name, block)
        return F.adaptive_max_pool2d(features, 1).flatten(1)

    def _add(self, name: str, inputs: int, outputs: int, kernel: int, stride: int = 1) -> None:
        """Add a convolution and its batch norm under the published names."""
        self.add_module(name, nn.Conv2d(inputs, outputs, kernel, stride, padding=kernel // 2))
        self.add_module(f"{name}_bn", nn.BatchNorm2d(outputs))

    def _run(self, features: Tensor, *names: str) -> Tensor:
        """Apply these convolutions one after another, each with its batch norm and a ReLU."""
        for name in names:
            features = self.get_submodule(f"{name}_bn")(self.get_submodule(name)(features)).relu_()
        return features

    def _add_block(self, name: str, block: Block | Reduction, channels: int) -> int:
        """Add the layers of a block with this many input channels; return the number of its output channels."""
        stride = 2 if isinstance(block, Reduction) else 1
        if isinstance(block, Block):
            self._add(f"{name}_1x1", channels, block.conv1x1, kernel=1)
        self._add(f"{name}_3x3_reduce", channels, block.conv3x3[0], kernel=1)
        self._add(f"{name}_3x3", *block.conv3x3, kernel=3, stride=stride)
        self._add(f"{name}_double_3x3_reduce", channels, block.double3x3[0], kernel=1)
        self._add(f"{name}_double_3x3_1", *block.double3x3, kernel=3)
        self._add(f"{name}_double_3x3_2", block.double3x3[1], block.double3x3[1], kernel=3, stride=stride)
        if isinstance(block, Reduction):
            return block.conv3x3[1] + block.double3x3[1] + channels
        self._add(f"{name}_pool_proj", channels, block.pool_projection, kernel=1)
        return block.conv1x1 + block.conv3x3[1] + block.double3x3[1] + block.pool_projection

    def _run_block(self, features: Tensor, name: str, block: Block | Reduction) -> Tensor:
        conv3x3 = self._run(features, f"{name}_3x3_reduce", f"{name}_3x3")
        double3x3 = self._run(features, *(f"{name}_double_3x3_{part}" for part in ("reduce", 1, 2)))
        if isinstance(block, Reduction):
            return torch.cat([conv3x3, double3x3, _halve(features)], dim=1)
        pool = F.avg_pool2d if block.pool == "average" else F.max_pool2d
        pooled = self._run(pool(features, 3, stride=1, padding=1), f"{name}_pool_proj")
        return torch.cat([self._run(features, f"{name}_1x1"), conv3x3, double3x3, pooled], dim=1)


def _halve(features: Tensor) -> Tensor:
    """Halve height and width by taking maxima."""
    return F.max_pool2d(features, 3, stride=2, ceil_mode=True)
