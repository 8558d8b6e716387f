"""Decode one image file into the pixels that are stored of it, or say what is wrong with it."""

import hashlib
import io
import warnings
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

Box = tuple[int, int, int, int]  # left, upper, right, lower

NOTES = {
    "1": "black and white",
    "L": "greyscale",
    "LA": "greyscale, transparency dropped",
    "I;16": "greyscale of 16 bits",
    "I;16B": "greyscale of 16 bits",
    "P": "palette",
    "PA": "palette, transparency dropped",
    "RGBA": "transparency dropped",
    "CMYK": "CMYK",
    "YCbCr": "YCbCr",
}


class Decoded(NamedTuple):
    pixels: NDArray[np.uint8] | None = None  # (H, W, 3) RGB; None where there is a problem
    sha256: str | None = None  # the checksum of the file
    note: str | None = None  # in what the file differs from plain RGB
    problem: str | None = None  # why there are no pixels


def decode(path: Path, crop: Box | None, resize: Literal["shorter", "square"], size: int) -> Decoded:
    """Read an image, cut it to `crop`, and resize it as torchvision's Resize does: bilinear, antialiased.

    Small images are enlarged. The orientation in the EXIF data is ignored, as the loaders of the paper and of its
    datasets ignore it.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return Decoded(problem="missing")
    except OSError as error:
        return Decoded(problem=(error.strerror or str(error)).lower())
    if not content:
        return Decoded(problem="zero bytes")
    with warnings.catch_warnings(action="ignore"):  # Pillow warns of transparency, metadata and many pixels
        try:
            pixels, note = _decode_pixels(content, crop, resize, size)
        except UnidentifiedImageError:
            return Decoded(problem="not an image")
        except MemoryError:  # the machine's problem, not the image's
            raise
        except Exception as error:  # Pillow's decoders raise nearly anything on damaged data
            return Decoded(problem="truncated" if "truncated" in str(error).lower() else f"damaged: {error}")
    return Decoded(pixels, hashlib.sha256(content).hexdigest(), note)


def _decode_pixels(content: bytes, crop: Box | None, resize: str, size: int) -> tuple[NDArray[np.uint8], str | None]:
    """Return the pixels of an image, and in what its file differs from plain RGB."""
    with Image.open(io.BytesIO(content)) as image:
        note = _describe_format(image)
        area = (0, 0, *image.size) if crop is None else _clip_crop(crop, image.size)
        target = _target_size((area[2] - area[0], area[3] - area[1]), resize, size)
        if crop is None:
            # A JPEG can be decoded at 1/2, 1/4 or 1/8 of its size; down to twice the target no difference is visible.
            image.draft(None, (2 * target[0], 2 * target[1]))
            rgb = _to_rgb(image)
        else:
            rgb = _to_rgb(image).crop(area)
        return np.asarray(rgb.resize(target, Image.Resampling.BILINEAR)), note


def _describe_format(image: Image.Image) -> str | None:
    """Return in what an image differs from plain RGB, or None."""
    if image.mode not in NOTES and image.mode != "RGB":
        raise ValueError(f"pixels of the mode {image.mode}")
    notes = [NOTES[image.mode]] if image.mode in NOTES else []
    if getattr(image, "is_animated", False) and image.format != "MPO":  # MPO: a camera's JPEG with a preview in it
        notes.append("animated: first frame")
    return ", ".join(notes) or None


def _to_rgb(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I;16"):  # `convert` would clip all values above 255
        image = Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    return image.convert("RGB")


def _clip_crop(crop: Box, size: tuple[int, int]) -> Box:
    """Return the part of a crop that lies inside of an image of this size."""
    left, upper, right, lower = max(crop[0], 0), max(crop[1], 0), min(crop[2], size[0]), min(crop[3], size[1])
    if left >= right or upper >= lower:
        raise ValueError(f"nothing of the crop {crop} is in an image of {size[0]} x {size[1]} pixels")
    return left, upper, right, lower


def _target_size(size: tuple[int, int], resize: str, pixels: int) -> tuple[int, int]:
    """Return width and height after resizing; the longer side is rounded down, as in torchvision."""
    if resize == "square":
        return pixels, pixels
    width, height = size
    if width <= height:
        return pixels, pixels * height // width
    return pixels * width // height, pixels
