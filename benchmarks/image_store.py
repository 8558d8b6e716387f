"""Random batches from the prepared store against torchvision's ImageFolder; memory of preparing and of reading."""

import resource
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from benchmarks.fresh import MB, in_fresh_process, memory
from benchmarks.line import Line, Target
from benchmarks.timing import interleaved, torch_threads
from prism.data.entry import Entry
from prism.data.prepare_images import prepare_images
from prism.data.settings import Images
from prism.data.store import ImageStore

if TYPE_CHECKING:
    from torch import Tensor

IMAGES, CLASSES, BATCH, CROP = 256, 4, 64, 224
SETTINGS = Images(kind="folder", title="Generated", resize="shorter", size=256)


def measure() -> Iterator[Line]:
    size = f"{BATCH} random images of {IMAGES}, 500 x 375 JPEGs"
    ours, theirs = _batch_times()
    yield Line(
        "Prepared store vs. ImageFolder", size, 1e3 * ours, 1e3 * theirs, "ms", Target("other / ours", ">=", 5), 1
    )
    (prepare, read), (prepare_twice, read_twice) = _memory()
    flat = Target("ours / other", "<=", 1.1)
    size = f"{2 * IMAGES} vs. {IMAGES} images"
    yield Line("Peak memory of preparing twice the images", size, prepare_twice, prepare, "MB", flat, 1)
    yield Line("Peak memory of reading twice the images", size, read_twice, read, "MB", flat, 1)


def _batch_times() -> tuple[float, float]:
    import torch
    from torchvision.datasets import ImageFolder  # type: ignore[import-untyped]
    from torchvision.transforms.v2 import CenterCrop, Compose, PILToTensor, Resize  # type: ignore[import-untyped]

    with tempfile.TemporaryDirectory() as name, torch_threads(1):
        files, folder = Path(name) / "files", Path(name) / "store"
        prepare_images(_generate(files), files, folder, SETTINGS, threads=1)
        store = ImageStore(folder)
        images = ImageFolder(str(files), Compose([Resize(256), CenterCrop(CROP), PILToTensor()]))
        rng = np.random.default_rng(0)
        return interleaved(
            lambda: _batch(store, rng.integers(IMAGES, size=BATCH)),
            lambda: torch.stack([images[row][0] for row in rng.integers(IMAGES, size=BATCH)]),
            repeats=5,
        )


def _memory() -> list[tuple[float, float]]:
    """Return the megabytes of preparing and of reading, for the images and for twice as many, in fresh processes."""
    with tempfile.TemporaryDirectory() as name:
        entries = _generate(Path(name) / "files")
        return [in_fresh_process(_peaks, times * entries, Path(name), times) for times in (1, 2)]


def _peaks(entries: list[Entry], folder: Path, times: int) -> tuple[float, float]:
    """Return the peak megabytes of preparing all images, and of reading them in random batches."""
    prepare_images(entries, folder / "files", folder / str(times), SETTINGS, threads=1)
    prepare = max(memory("VmHWM"), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / MB)
    store = ImageStore(folder / str(times))
    order = np.random.default_rng(0).permutation(len(store))
    read = 0.0
    for start in range(0, len(order), BATCH):
        batch = _batch(store, order[start : start + BATCH])
        read = max(read, memory("RssAnon"))  # pages of the file are left out: the system may drop them at any time
        del batch
    return prepare, read


def _batch(store: ImageStore, rows: np.ndarray) -> "Tensor":
    """Return the centers of some images, (B, CROP, CROP, 3)."""
    import torch  # only here: it takes more memory than `_memory` is to measure

    return torch.from_numpy(np.stack([_middle(store[row]) for row in rows]))


def _middle(pixels: np.ndarray) -> np.ndarray:
    top, left = ((side - CROP) // 2 for side in pixels.shape[:2])
    return pixels[top : top + CROP, left : left + CROP]


def _generate(files: Path) -> list[Entry]:
    """Write JPEGs of blurred noise, which take about as many bytes as photographs."""
    rng = np.random.default_rng(0)
    entries = []
    for number in range(IMAGES):
        entry = Entry(f"{number % CLASSES}/{number:03}.jpg", str(number % CLASSES), "test")
        noise = Image.fromarray(rng.integers(0, 256, (94, 125, 3), dtype=np.uint8))
        (files / entry.path).parent.mkdir(parents=True, exist_ok=True)
        noise.resize((500, 375), Image.Resampling.BICUBIC).save(files / entry.path, quality=90)
        entries.append(entry)
    return entries
