"""Augmented batches from the store against torchvision's ImageFolder in a DataLoader; an evaluation's waits."""

import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from torch import Tensor, nn

from benchmarks.line import Line, Target
from benchmarks.timing import torch_threads
from prism.backbones.settings import Backbone
from prism.data.store import StoredImage, write_store
from prism.results.settings import EndToEnd
from prism.training.data import TestData
from prism.training.inputs import ImageInputs
from prism.training.network import ImageNetwork
from prism.training.score import score

IMAGES, CLASSES, BATCH = 512, 4, 64
WARM_UP, TIMED, REPEATS = 8, 24, 5  # batches, batches, turns
TESTED = 8131  # images: the test set of CARS
BN_INCEPTION = Backbone(architecture="bn_inception", input_size=224, batch_size=BATCH)
RESNET = Backbone(architecture="resnet18", input_size=64, batch_size=BATCH)


def measure() -> Iterator[Line]:
    with tempfile.TemporaryDirectory() as name, torch_threads(1):
        _write_images(Path(name))
        for workers in (1, 2):
            ours, theirs = _images_per_second(Path(name), workers)
            size = f"random resized crops of 224 x 224 out of 341 x 256, {workers} worker{'s' if workers > 1 else ''}"
            target = Target("ours / other", ">=", 5)
            yield Line("Augmented batches: store vs. ImageFolder", size, ours, theirs, "images/s", target, workers)
    size = f"{TESTED:,} stored images, ResNet-18 at 64 x 64, no workers"
    yield Line("Share of an evaluation outside the network", size, _outside(), None, "%", Target("ours", "<=", 10), 1)


def _images_per_second(folder: Path, workers: int) -> tuple[float, float]:
    """Return the best rates of the store and of ImageFolder, which take turns."""
    best = [0.0, 0.0]
    for _ in range(REPEATS):
        for number, batches in enumerate((_ours(folder / "store", workers), _theirs(folder / "files", workers))):
            best[number] = max(best[number], _rate(batches))
    return best[0], best[1]


def _rate(batches: Iterable[Tensor]) -> float:
    """Return images per second, from when all workers are busy until they run out of batches to prepare."""
    turn = iter(batches)
    _take(turn, WARM_UP)
    began = time.perf_counter()
    _take(turn, TIMED)
    return TIMED * BATCH / (time.perf_counter() - began)


def _take(batches: Iterator[Tensor], count: int) -> None:
    for batch in islice(batches, count):
        assert batch.shape == (BATCH, 3, 224, 224)


def _ours(folder: Path, workers: int) -> Iterable[Tensor]:
    """Return the batches of a training, with some more at the end that keep the workers busy until all are timed."""
    samples = torch.randint(IMAGES, (WARM_UP + TIMED + 2 * workers + 1, BATCH))
    how = EndToEnd(augmentation="random_resized_crop", workers=workers)
    return ImageInputs(folder, {"train": torch.arange(IMAGES)}, BN_INCEPTION, how, seed=0).training(samples, 0)


def _theirs(folder: Path, workers: int) -> Iterable[Tensor]:
    """Return batches of the same number and size, with transforms in the order that is faster."""
    from torch.utils.data import DataLoader
    from torchvision.datasets import ImageFolder  # type: ignore[import-untyped]
    from torchvision.transforms import v2  # type: ignore[import-untyped]

    transform = v2.Compose(
        [v2.PILToTensor(), v2.RandomResizedCrop(224, scale=(0.2, 1.0), antialias=True), v2.RandomHorizontalFlip()]
    )
    samples = torch.randint(IMAGES, (WARM_UP + TIMED + 2 * workers + 1, BATCH))
    images = ImageFolder(str(folder), transform)
    return (batch for batch, _ in DataLoader(images, batch_sampler=samples.tolist(), num_workers=workers))


def _write_images(folder: Path) -> None:
    """Write blurred noise, which takes about as many bytes as photographs, as JPEGs and into a store."""
    random = np.random.default_rng(0)
    stored = []
    for number in range(IMAGES):
        image = Image.fromarray(random.integers(0, 256, (64, 86, 3), dtype=np.uint8))
        image = image.resize((341, 256), Image.Resampling.BICUBIC)
        name = str(number % CLASSES)
        (folder / "files" / name).mkdir(parents=True, exist_ok=True)
        image.save(folder / "files" / name / f"{number:03}.jpg", quality=90)
        stored.append(StoredImage(f"{number:03}", name, "", np.asarray(image), "train"))
    write_store(folder / "store", stored)


class _Timed(nn.Module):
    """A network that counts the seconds it computes."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network
        self.seconds = 0.0

    def forward(self, images: Tensor, normalise: bool) -> Tensor:
        began = time.perf_counter()
        embedded: Tensor = self.network(images, normalise)
        self.seconds += time.perf_counter() - began
        return embedded


def _outside() -> float:
    """Return the percentage of an evaluation in which the network waits: for images, and for the scores."""
    with tempfile.TemporaryDirectory() as name, torch_threads(1):
        random = np.random.default_rng(0)
        pixels = (random.integers(0, 256, (72, 96, 3), dtype=np.uint8) for _ in range(TESTED))
        write_store(Path(name), (StoredImage(str(n), "a", "", image) for n, image in enumerate(pixels)))
        how = EndToEnd(pretrained=False, device="cpu")
        inputs = ImageInputs(Path(name), {"test": torch.arange(TESTED)}, RESNET, how, seed=0)
        timed = _Timed(ImageNetwork(RESNET, how, dim=512))
        began = time.perf_counter()
        score(nn.ModuleList([timed]), TestData(inputs, torch.arange(TESTED) // 83))
        return 100 * (1 - timed.seconds / (time.perf_counter() - began))
