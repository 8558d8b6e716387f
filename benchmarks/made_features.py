"""Features made for measurements of time and memory: classes with centers, and labels of which a fifth are wrong."""

from pathlib import Path

import numpy as np

from benchmarks.audit_cases import Labels
from prism.noise import symmetric

CLASSES, NOISE_RATE = 500, 0.2
SPREAD = 2.5  # of a class around its center, in each dimension, where the centers of classes have a spread of 1
BLOCK = 10_000  # rows that are made at a time


def write_features(path: Path, rows: int, dim: int = 1280, classes: int = CLASSES) -> None:
    """Write features (rows, dim) as a NumPy file, block by block, so that it may be larger than memory."""
    random = np.random.default_rng(0)
    centers = random.standard_normal((classes, dim), dtype=np.float32)
    features = np.lib.format.open_memmap(path, "w+", np.dtype(np.float32), (rows, dim))
    for start in range(0, rows, BLOCK):
        true = np.arange(start, min(start + BLOCK, rows)) % classes
        features[start : start + BLOCK] = centers[true] + SPREAD * random.standard_normal(
            (len(true), dim), dtype=np.float32
        )
    features.flush()


def made_labels(rows: int, classes: int = CLASSES) -> Labels:
    """Return the given labels of the features."""
    return symmetric(np.arange(rows) % classes, NOISE_RATE, seed=0)
