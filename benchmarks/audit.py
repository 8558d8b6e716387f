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


def _find_issues(method: str, path: Path, rows: int) -> Callable[[], float]:
    """Return a function that finds wrong labels among made features, and returns the estimated share of them."""
    use_threads(THREADS)
    features, labels = np.load(path), made_labels(rows)
    METHODS[method](np.random.default_rng(0).random((200, 8), dtype=np.float32), np.arange(200) % 5)  # loads the code
    return lambda: METHODS[method](features, labels).noise_rate
