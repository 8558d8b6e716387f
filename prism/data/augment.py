"""Cut stored images to the size of a network's input: at random for training, in the middle for testing."""

import math
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from prism.data.settings import Augmentation
from prism.errors import InputError

Pixels = NDArray[np.uint8]  # (H, W, 3)

AREA = (0.2, 1.0)  # smallest and largest area of a crop, as a share of the image's
RATIO = (3 / 4, 4 / 3)  # smallest and largest ratio of a crop's width to its height
ATTEMPTS = 10
SHIFT = 0.1  # how far "shift" moves an image at most, as a share of the side of the network's input


class Box(NamedTuple):
    top: int
    left: int
    height: int
    width: int


def augment(images: list[Pixels], kind: Augmentation, size: int, generator: np.random.Generator) -> Tensor:
    """Return a random view of each image as (B, 3, size, size), whole numbers in 0 .. 255.

    "random_resized_crop" is what the authors' code does; "random_crop", out of the image made square, is what the
    paper says. Both are mirrored with probability 0.5. "shift" moves the image a little and mirrors nothing, for
    characters, which mean something else in a mirror. Everything random is drawn from `generator`, so restoring its
    state gives the same views again.

    Crops are cut and mirrored here and not on a GPU: stored images differ in size, so that a GPU would have to be
    sent whole images and be called for each of them. Only the conversion to floats is left to it (`in_unit_range`).
    """
    if kind == "shift":
        return _to_batch(shifted(images, size, generator))
    crop = random_resized_crop if kind == "random_resized_crop" else random_crop
    return torch.cat([_mirror_at_random(crop(pixels, size, generator), generator) for pixels in images])


def centre_crop(images: list[Pixels], size: int) -> Tensor:
    """Return the middle of each image as (B, 3, size, size), whole numbers in 0 .. 255."""
    boxes = [_middle(pixels, size) for pixels in images]
    return _to_batch(
        np.stack(
            [pixels[top : top + size, left : left + size] for pixels, (top, left) in zip(images, boxes, strict=True)]
        )
    )


def in_unit_range(pixels: Tensor) -> Tensor:
    """Return pixels of any shape, whole numbers in 0 .. 255, as floats in 0 .. 1 on the device that they are on."""
    if pixels.dtype != torch.uint8:
        raise TypeError(f"pixels are {pixels.dtype}, but must be torch.uint8: whole numbers in 0 .. 255")
    return pixels.float() / 255


def shifted(images: list[Pixels], size: int, generator: np.random.Generator) -> Pixels:
    """Return the middle of each image (B, size, size, 3), moved by some pixels; its margins repeat the image's edge."""
    reach = round(SHIFT * size)
    corners = np.array([_middle(pixels, size) for pixels in images])
    corners += generator.integers(-reach, reach + 1, size=corners.shape)
    last = np.array([pixels.shape[:2] for pixels in images])[..., None] - 1
    rows, columns = (corners[..., None] + np.arange(size)).clip(0, last).swapaxes(0, 1)
    views = np.empty((len(images), size, size, 3), dtype=np.uint8)
    for view, pixels, of_rows, of_columns in zip(views, images, rows, columns, strict=True):
        pixels[of_rows].take(of_columns, axis=1, out=view, mode="clip")  # any other mode copies `out` first
    return views


def random_resized_crop(pixels: Pixels, size: int, generator: np.random.Generator) -> Tensor:
    """Cut out a box of random area, shape and place, and resize it to (1, 3, size, size)."""
    height, width, _ = pixels.shape
    return _resize(_cut(pixels, random_box(height, width, generator)), size)


def random_crop(pixels: Pixels, size: int, generator: np.random.Generator) -> Tensor:
    """Make the image a square slightly larger than `size`, and cut (1, 3, size, size) out of it at a random place."""
    side = round(size * 256 / 224)  # the paper's sizes, in proportion
    top, left = (int(offset) for offset in generator.integers(0, side - size + 1, size=2))
    whole = Box(0, 0, *pixels.shape[:2])
    return _resize(_cut(pixels, whole), side)[..., top : top + size, left : left + size]


def random_box(height: int, width: int, generator: np.random.Generator) -> Box:
    """Return where torchvision's RandomResizedCrop would cut: a random area and shape at a random place inside."""
    for _ in range(ATTEMPTS):
        area = height * width * generator.uniform(*AREA)
        ratio = math.exp(generator.uniform(math.log(RATIO[0]), math.log(RATIO[1])))
        box_width, box_height = round(math.sqrt(area * ratio)), round(math.sqrt(area / ratio))
        if 0 < box_width <= width and 0 < box_height <= height:
            top = int(generator.integers(0, height - box_height + 1))
            left = int(generator.integers(0, width - box_width + 1))
            return Box(top, left, box_height, box_width)
    return _central_box(height, width)


def _central_box(height: int, width: int) -> Box:
    """Return the largest box in the middle that has an allowed shape."""
    box_height = min(height, round(width / RATIO[0]))
    box_width = min(width, round(height * RATIO[1]))
    return Box((height - box_height) // 2, (width - box_width) // 2, box_height, box_width)


def _middle(pixels: Pixels, size: int) -> tuple[int, int]:
    """Return the top and the left of the middle square of an image."""
    height, width, _ = pixels.shape
    if min(height, width) < size:
        raise InputError(
            f"an image of {width} x {height} pixels has no crop of {size}: prepare the dataset with a larger size."
        )
    return round((height - size) / 2), round((width - size) / 2)


def _to_batch(pixels: NDArray[np.uint8]) -> Tensor:
    """Return pixels (B, H, W, 3) as (B, 3, H, W)."""
    return torch.from_numpy(pixels).permute(0, 3, 1, 2)


def _cut(pixels: Pixels, box: Box) -> Tensor:
    """Return a part of an image as (1, 3, height, width), in the order of its bytes.

    It is a copy, because a store's pixels are read-only.
    """
    part = pixels[None, box.top : box.top + box.height, box.left : box.left + box.width]
    return _to_batch(part.copy())


def _resize(image: Tensor, size: int) -> Tensor:
    """Return the image (1, 3, H, W) as (1, 3, size, size), rounded to whole pixel values as an image library would.

    Where colours are next to each other in memory, PyTorch takes half the time.
    """
    return F.interpolate(image, size=(size, size), mode="bilinear", antialias=True)


def _mirror_at_random(image: Tensor, generator: np.random.Generator) -> Tensor:
    """Mirror the image with probability 0.5."""
    return image.flip(3) if generator.random() < 0.5 else image
