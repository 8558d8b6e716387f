"""The time of generating Small Cluster noise at the size of SOP's training set."""

from collections.abc import Iterator

import numpy as np

from benchmarks.line import Line, Target
from benchmarks.timing import seconds
from prism.noise import small_cluster

IMAGES, CLASSES, DIM, RATE = 59_551, 11_318, 512, 0.5


def measure() -> Iterator[Line]:
    features = np.random.default_rng(0).standard_normal((IMAGES, DIM), dtype=np.float32)
    features /= np.linalg.norm(features, axis=1, keepdims=True)
    labels = np.arange(IMAGES) % CLASSES
    taken = seconds(lambda: small_cluster(labels, features, RATE, seed=0))
    size = f"SOP: {IMAGES:,} x {DIM}, {CLASSES:,} classes, {RATE:.0%}"
    yield Line("Small Cluster noise", size, taken, None, "s", Target("ours", "<=", 60), 1)
