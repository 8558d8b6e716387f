"""A small convolutional network for small grey images, quick enough to train whole on one CPU core."""

from itertools import pairwise

from torch import nn

CHANNELS = (1, 16, 32, 64, 128)  # of the input and of what each block returns


def convnet() -> nn.Sequential:
    """Return a network from grey images (B, 1, 32, 32) to features (B, 512), with random weights.

    Each block halves height and width by the stride of its convolution: pooling would take half of the time of a step.
    Images of other sizes are brought to 2 x 2 places of 128 channels in the end, too.
    """
    kernels = (5, 3, 3, 3)
    blocks = [
        nn.Sequential(
            nn.Conv2d(channels, more, kernel, stride=2, padding=kernel // 2, bias=False),
            nn.BatchNorm2d(more),
            nn.ReLU(inplace=True),
        )
        for (channels, more), kernel in zip(pairwise(CHANNELS), kernels, strict=True)
    ]
    return nn.Sequential(*blocks, nn.AdaptiveAvgPool2d(2), nn.Flatten())
