"""One image file to the pixels that are stored of it, or to what is wrong with it."""

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
    sha256: str | None = None  # of the file
    note: str | None = None  # what was not plain RGB
    problem: str | None = None


def decode(path: Path, crop: Box | None, resize: Literal["shorter", "square"], size: int) -> Decoded:
    """Read, cut to `crop`, and resize as torchvision's Resize does (bilinear, antialiased, enlarging what is small).

    The orientation in the EXIF data is not applied, because the loaders of the paper and of its datasets do not.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return Decoded(problem="missing")
    except OSError as error:
        return Decoded(problem=(error.strerror or str(error)).lower())
    if not content:
        return Decoded(problem="zero bytes")
    with warnings.catch_warnings(action="ignore"):  # of transparency, metadata and many pixels
        try:
            pixels, note = _pixels(content, crop, resize, size)
        except UnidentifiedImageError:
            return Decoded(problem="not an image")
        except MemoryError:  # not the image's fault
            raise
        except Exception as error:  # Pillow's decoders raise nearly anything on damaged data
            return Decoded(problem="truncated" if "truncated" in str(error).lower() else f"damaged: {error}")
    return Decoded(pixels, hashlib.sha256(content).hexdigest(), note)


def _pixels(content: bytes, crop: Box | None, resize: str, size: int) -> tuple[NDArray[np.uint8], str | None]:
    with Image.open(io.BytesIO(content)) as image:
        note = _note(image)
        area = (0, 0, *image.size) if crop is None else _inside(crop, image.size)
        target = _target((area[2] - area[0], area[3] - area[1]), resize, size)
        if crop is None:
            # A JPEG can be decoded at a half, a quarter or an eighth; at twice the target nothing is seen of it.
            image.draft(None, (2 * target[0], 2 * target[1]))
            rgb = _rgb(image)
        else:
            rgb = _rgb(image).crop(area)
        return np.asarray(rgb.resize(target, Image.Resampling.BILINEAR)), note


def _note(image: Image.Image) -> str | None:
    if image.mode not in NOTES and image.mode != "RGB":
        raise ValueError(f"pixels of the mode {image.mode}")
    notes = [NOTES[image.mode]] if image.mode in NOTES else []
    if getattr(image, "is_animated", False) and image.format != "MPO":  # a camera's JPEG with a preview in it
        notes.append("animated: first frame")
    return ", ".join(notes) or None


def _rgb(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I;16"):  # `convert` would cut off all that is above 255
        image = Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    return image.convert("RGB")


def _inside(crop: Box, size: tuple[int, int]) -> Box:
    left, upper, right, lower = max(crop[0], 0), max(crop[1], 0), min(crop[2], size[0]), min(crop[3], size[1])
    if left >= right or upper >= lower:
        raise ValueError(f"nothing of the crop {crop} is in an image of {size[0]} x {size[1]} pixels")
    return left, upper, right, lower


def _target(size: tuple[int, int], resize: str, pixels: int) -> tuple[int, int]:
    """Width and height after resizing; the longer side is rounded down, as in torchvision."""
    if resize == "square":
        return pixels, pixels
    width, height = size
    if width <= height:
        return pixels, pixels * height // width
    return pixels * width // height, pixels
