"""From downloaded files to the image store of a dataset."""

import hashlib
import io
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from PIL import Image

from prism.data import emoji
from prism.data.emoji_sets import attribution
from prism.data.settings import EmojiDataset
from prism.data.store import StoredImage, write_store
from prism.errors import PrismError
from prism.io.files import write_text


def prepare_emoji(raw: Path, folder: Path, settings: EmojiDataset, threads: int) -> None:
    """Render the emoji dataset into `folder`: half of the classes train, half test, drawn by the split seed."""
    drawings = emoji.drawings(raw, settings.min_sets)
    concepts = sorted({drawing.concept for drawing in drawings})
    if settings.classes is not None:
        if settings.classes > len(concepts):
            raise PrismError(f"classes is {settings.classes}, but there are only {len(concepts)} emoji concepts.")
        concepts = concepts[: settings.classes]
        drawings = [drawing for drawing in drawings if drawing.concept <= concepts[-1]]
    order = np.random.default_rng(settings.split_seed).permutation(len(concepts))
    train = {concepts[i] for i in order[: len(concepts) // 2]}
    write_text(folder / "ATTRIBUTION.md", attribution())
    write_store(folder, _render_all(drawings, settings.size, threads), train)


def _render_all(drawings: list[emoji.Drawing], size: int, threads: int) -> Iterator[StoredImage]:
    with ProcessPoolExecutor(threads) as pool:
        yield from pool.map(_render, drawings, [size] * len(drawings), chunksize=64)


def _render(drawing: emoji.Drawing, size: int) -> StoredImage:
    import resvg_py  # only this step needs it, and only the workflow installs it

    png = resvg_py.svg_to_bytes(
        svg_string=drawing.svg, width=size, height=size, background="#ffffff", skip_system_fonts=True
    )
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
    checksum = hashlib.sha256(drawing.svg.encode()).hexdigest()
    return StoredImage(f"{drawing.emoji_set}/{drawing.name}", drawing.concept, checksum, pixels)
