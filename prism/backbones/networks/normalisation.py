"""How pixels are normalised before a network sees them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor

IMAGENET_MEAN, IMAGENET_STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)  # of red, green, blue in 0 .. 1
CAFFE_MEAN = (104.0, 117.0, 128.0)  # of blue, green, red in 0 .. 255


def imagenet(images: "Tensor") -> "Tensor":
    """Scale RGB pixels (B, 3, H, W) in 0 .. 1 to mean 0 and deviation 1 over ImageNet, channel by channel."""
    return (images - _per_channel(images, IMAGENET_MEAN)) / _per_channel(images, IMAGENET_STD)


def caffe(images: "Tensor") -> "Tensor":
    """Turn RGB pixels (B, 3, H, W) in 0 .. 1 into BGR in 0 .. 255 minus the mean."""
    return images.flip(1) * 255 - _per_channel(images, CAFFE_MEAN)


def _per_channel(images: "Tensor", values: tuple[float, ...]) -> "Tensor":
    """Return one value a channel as (1, C, 1, 1), of the type and on the device of `images`."""
    return images.new_tensor(values).view(1, -1, 1, 1)
