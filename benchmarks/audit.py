"""`find_label_issues` against cleanlab with nearest neighbours: time and peak memory."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from benchmarks.audit_methods import METHODS, use_threads
from benchmarks.fresh import cost
from benchmarks.line import Line, Target
from benchmarks.made_features import CLASSES, made_labels, write_features

ROWS, DIM, THREADS = 50_000, 1280, 2
FEW, MANY = 20_000, 200_000  # images of the measurement of growth
OURS, THEIRS = "ours", "cleanlab, nearest neighbours"


def measure() -> Iterator[Line]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "features.npy"
        write_features(path, ROWS, DIM)
        ours, theirs = (cost(_find_issues, method, path, ROWS) for method in (OURS, THEIRS))
    size = f"{ROWS:,} x {DIM:,}, {CLASSES} classes, 20% symmetric noise"
    name = "find_label_issues vs. cleanlab with nearest neighbours"
    faster, gigabyte = Target("other / ours", ">=", 5), Target("ours", "<=", 1000)
    yield Line(name, size, ours.seconds, theirs.seconds, "s", faster, THREADS)
    yield Line("Time of find_label_issues", size, ours.seconds, None, "s", Target("ours", "<=", 15), THREADS)
    yield Line(f"{name}: peak memory", size, ours.megabytes, theirs.megabytes, "MB", gigabyte, THREADS)
    yield from _growth()


def _growth() -> Iterator[Line]:
    """Measure features that are read through a memory map, few and ten times as many."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "features.npy"
        write_features(path, MANY, DIM)
        many, few = (cost(_find_mapped, path, rows) for rows in (MANY, FEW))
    name, size = "find_label_issues with 10 x the images", f"{MANY:,} vs. {FEW:,} x {DIM:,} in a memory map"
    yield Line(name, size, many.seconds, few.seconds, "s", Target("ours / other", "<=", 11), THREADS)
    yield Line(
        f"{name}: peak memory", size, many.megabytes, few.megabytes, "MB", Target("ours / other", "<=", 2), THREADS
    )


def _find_mapped(path: Path, rows: int) -> Callable[[], float]:
    """Return a function that finds wrong labels among the first rows of a file of features, and returns their share."""
    use_threads(THREADS)
    features, labels = np.load(path, mmap_mode="r")[:rows], made_labels(rows)
    METHODS[OURS](np.random.default_rng(0).random((200, 8), dtype=np.float32), np.arange(200) % 5)  # loads the code
    return lambda: METHODS[OURS](features, labels).noise_rate


def _find_issues(method: str, path: Path, rows: int) -> Callable[[], float]:
    """Return a function that finds wrong labels among made features, and returns the estimated share of them."""
    use_threads(THREADS)
    features, labels = np.load(path), made_labels(rows)
    METHODS[method](np.random.default_rng(0).random((200, 8), dtype=np.float32), np.arange(200) % 5)  # loads the code
    return lambda: METHODS[method](features, labels).noise_rate
