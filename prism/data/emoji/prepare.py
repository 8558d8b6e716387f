"""Render the drawings of the emoji dataset into its image store."""

import hashlib
import io
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from PIL import Image

from prism.data.emoji.drawings import Drawing, read_drawings
from prism.data.emoji.sets import attribution
from prism.data.source import Source
from prism.data.sources.emoji import EmojiDataset
from prism.data.store import StoredImage, write_store
from prism.errors import PrismError
from prism.io.files import write_text


def prepare(source: Source, settings: EmojiDataset, raw: Path, folder: Path, threads: int) -> None:
    """Write the image store into `folder`: half of the classes train, half test, drawn by the split seed."""
    drawings = read_drawings(raw, settings.min_sets)
    concepts = sorted({drawing.concept for drawing in drawings})
    if settings.classes is not None:
        if settings.classes > len(concepts):
            raise PrismError(f"classes is {settings.classes}, but there are only {len(concepts)} emoji concepts.")
        concepts = concepts[: settings.classes]
        drawings = [drawing for drawing in drawings if drawing.concept <= concepts[-1]]
    order = np.random.default_rng(settings.split_seed).permutation(len(concepts))
    train = {concepts[i] for i in order[: len(concepts) // 2]}
    write_text(folder / "ATTRIBUTION.md", attribution())
    write_store(folder, _render_in_parallel(drawings, settings.size, threads), train)


def _render_in_parallel(drawings: list[Drawing], size: int, threads: int) -> Iterator[StoredImage]:
    with ProcessPoolExecutor(threads) as pool:
        yield from pool.map(render, drawings, [size] * len(drawings), chunksize=64)


def render(drawing: Drawing, size: int) -> StoredImage:
    """Return a drawing as an image of `size` x `size` pixels on white."""
    import resvg_py  # imported here because only this step needs it and only the workflow installs it

    png = resvg_py.svg_to_bytes(
        svg_string=drawing.svg, width=size, height=size, background="#ffffff", skip_system_fonts=True
    )
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
    checksum = hashlib.sha256(drawing.svg.encode()).hexdigest()
    return StoredImage(f"{drawing.emoji_set}/{drawing.name}", drawing.concept, checksum, pixels)
