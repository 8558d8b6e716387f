"""Random batches from the prepared store against torchvision's ImageFolder, and the memory that both steps take."""

import multiprocessing
import resource
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from benchmarks.timing import interleaved
from prism.data.prepare_images import prepare_images
from prism.data.source import Entry
from prism.data.store import ImageStore
from prism.params.settings import Images

if TYPE_CHECKING:
    from torch import Tensor

IMAGES, CLASSES, BATCH, CROP = 256, 4, 64, 224
SETTINGS = Images(title="Generated", resize="shorter", size=256)


def measure() -> list[tuple[str, float, float]]:
    import torch
    from torchvision.datasets import ImageFolder
    from torchvision.transforms.v2 import CenterCrop, Compose, PILToTensor, Resize

    with tempfile.TemporaryDirectory() as name:
        files, folder = Path(name) / "files", Path(name) / "store"
        prepare_images(_generate(files), files, folder, SETTINGS, threads=1)
        store = ImageStore(folder)
        images = ImageFolder(str(files), Compose([Resize(256), CenterCrop(CROP), PILToTensor()]))
        rng = np.random.default_rng(0)
        ours, theirs = interleaved(
            lambda: _batch(store, rng.integers(IMAGES, size=BATCH)),
            lambda: torch.stack([images[row][0] for row in rng.integers(IMAGES, size=BATCH)]),
            repeats=5,
        )
    return [(f"{BATCH} random images, store / ImageFolder of 500 x 375 JPEGs", ours, theirs)]


def memory() -> str:
    """Preparing and reading once and twice as many images, each in a fresh process."""
    with tempfile.TemporaryDirectory() as name:
        entries = _generate(Path(name) / "files")
        peaks = []
        for times in (1, 2):
            with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as fresh:
                peaks.append(fresh.submit(_peaks, times * entries, Path(name), times).result())
    (prepare, read), (prepare_twice, read_twice) = peaks
    return (
        f"peak memory with {IMAGES} / {2 * IMAGES} images: preparing {prepare:.0f} / {prepare_twice:.0f} MB, "
        f"reading {read:.0f} / {read_twice:.0f} MB (without the pages of the file, which the system may take back)"
    )


def _peaks(entries: list[Entry], folder: Path, times: int) -> tuple[float, float]:
    """Megabytes while preparing, and while reading every image in random batches."""
    prepare_images(entries, folder / "files", folder / str(times), SETTINGS, threads=1)
    prepare = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024
    store = ImageStore(folder / str(times))
    order = np.random.default_rng(0).permutation(len(store))
    read = 0.0
    for start in range(0, len(order), BATCH):
        batch = _batch(store, order[start : start + BATCH])
        read = max(read, _own_memory())
        del batch
    return prepare, read


def _own_memory() -> float:
    """Megabytes of this process that are not pages of files."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon")) / 1024


def _batch(store: ImageStore, rows: np.ndarray) -> "Tensor":
    """The middles of some images, (B, CROP, CROP, 3)."""
    import torch  # here, because it takes more memory than what `memory` is to measure

    return torch.from_numpy(np.stack([_middle(store[row]) for row in rows]))


def _middle(pixels: np.ndarray) -> np.ndarray:
    top, left = ((side - CROP) // 2 for side in pixels.shape[:2])
    return pixels[top : top + CROP, left : left + CROP]


def _generate(files: Path) -> list[Entry]:
    """Blurred noise, which takes about as many bytes as a photograph."""
    rng = np.random.default_rng(0)
    entries = []
    for number in range(IMAGES):
        entry = Entry(f"{number % CLASSES}/{number:03}.jpg", str(number % CLASSES), "test")
        noise = Image.fromarray(rng.integers(0, 256, (94, 125, 3), dtype=np.uint8))
        (files / entry.path).parent.mkdir(parents=True, exist_ok=True)
        noise.resize((500, 375), Image.Resampling.BICUBIC).save(files / entry.path, quality=90)
        entries.append(entry)
    return entries
