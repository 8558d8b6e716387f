"""Small copies of images for the page, as large as the page's size allows."""

import base64
import io
import warnings
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image, ImageOps

BUDGET = 20_000_000  # bytes of all thumbnails of a page, as base64
# The longer side in pixels, and the quality, best first; the last is taken however many images there are.
SIZES = [(160, 80), (128, 75), (96, 70), (72, 60), (56, 50)]
SAMPLE = 48  # images from which the size of all is estimated
THREADS = 2
BEHIND = "#c8ccd1"  # behind transparent parts: both black and white drawings can be seen on it


def thumbnails(paths: Sequence[Path]) -> list[str]:
    """Return each image as a small WebP in base64; an image that cannot be read gives an empty text."""
    size, quality = _choose(paths)
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(lambda path: thumbnail(path, size, quality), paths))


def _choose(paths: Sequence[Path]) -> tuple[int, int]:
    """Return the first size and quality at which all images fit into the budget, to judge from some of them."""
    sample = paths[:: max(1, len(paths) // SAMPLE)]
    for size, quality in SIZES[:-1]:
        mean = sum(len(thumbnail(path, size, quality)) for path in sample) / max(1, len(sample))
        if mean * len(paths) <= BUDGET:
            return size, quality
    return SIZES[-1]


def thumbnail(path: Path, size: int, quality: int) -> str:
    """Return one image, upright and at most `size` pixels wide and high, as a WebP in base64."""
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(path) as image:
            image.draft(None, (2 * size, 2 * size))
            upright = ImageOps.exif_transpose(image)
            clear = "A" in upright.getbands() or "transparency" in upright.info
            small = upright.convert("RGBA" if clear else "RGB")
            small.thumbnail((size, size))
            if clear:
                small = Image.alpha_composite(Image.new("RGBA", small.size, BEHIND), small).convert("RGB")
            stream = io.BytesIO()
            small.save(stream, "WEBP", quality=quality)
    except MemoryError:  # the machine's problem, not the image's
        raise
    except Exception:  # Pillow's decoders raise nearly anything on damaged data
        return ""
    return base64.b64encode(stream.getvalue()).decode()
