"""Algorithm 1 as the paper states it: slow, in float64, one sample at a time.

Where the paper is silent, docs/fidelity.md decides.
"""

import math
from collections import deque
from dataclasses import dataclass, field

import numpy as np


@dataclass
class ReferencePrism:
    classes: int
    noise_rate: float
    memory_size: int
    window: int
    count_empty: bool = True  # whether a class that has never been in the memory counts in Eq. 7, with w = 0
    memory: deque = field(init=False)  # pairs of feature and label, oldest first
    centers: dict[int, np.ndarray] = field(default_factory=dict)  # w_k, of the classes that have ever had a row
    percentiles: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.memory = deque(maxlen=self.memory_size)

    def p_clean(self, feature: np.ndarray, label: int) -> float | None:
        """Return Eq. 7, or None where there is nothing to compare with."""
        counted = range(self.classes) if self.count_empty else self.centers
        if label not in self.centers or len(counted) < 2:
            return None
        weights = {k: math.exp(self.centers[k] @ feature if k in self.centers else 0.0) for k in counted}
        return weights[label] / sum(weights.values())

    def select(self, embeddings: np.ndarray, labels: np.ndarray) -> tuple[list[bool], list[float], float]:
        """Return which samples to keep, their P_clean and the threshold."""
        features = embeddings / np.linalg.norm(embeddings, axis=1, keepdims=True)
        scores = [self.p_clean(f, int(y)) for f, y in zip(features, labels, strict=True)]
        p_clean = [1.0 if score is None else score for score in scores]
        to_drop = int(self.noise_rate * len(labels) + 1e-9)
        if to_drop == 0:
            return [True] * len(labels), p_clean, -math.inf
        ranked = sorted(range(len(labels)), key=lambda i: math.inf if scores[i] is None else scores[i])
        percentile = scores[ranked[to_drop - 1]]
        if percentile is not None:
            self.percentiles = [*self.percentiles, percentile][-self.window :]
        if not self.percentiles:
            return [score is None for score in scores], p_clean, -math.inf
        threshold = sum(self.percentiles) / len(self.percentiles)
        keep = [score is None or score > threshold for score in scores]
        if not any(keep):
            keep = [i not in ranked[:to_drop] for i in range(len(labels))]
            self.percentiles = self.percentiles[-1:]
        return keep, p_clean, threshold

    def enqueue(self, embeddings: np.ndarray, labels: np.ndarray) -> None:
        """Put samples into the memory; w_k becomes the mean of the rows of class k, if there are any (Eq. 6)."""
        features = embeddings / np.linalg.norm(embeddings, axis=1, keepdims=True)
        for feature, label in zip(features, labels, strict=True):
            self.memory.append((feature, int(label)))
        for k in range(self.classes):
            rows = [feature for feature, label in self.memory if label == k]
            if rows:
                self.centers[k] = np.mean(rows, axis=0)
