"""Algorithm 1 as the paper states it, with Eq. 2: slow, in float64, one sample at a time.

Where the paper is silent, docs/fidelity.md decides.
"""

import math
from collections import deque
from dataclasses import dataclass, field

import numpy as np


@dataclass
class ReferencePrism:
    noise_rate: float
    memory_size: int
    window: int
    count_empty: int = 0  # number of classes, where classes without a feature count in the sum
    memory: deque = field(init=False)  # pairs of feature and label, oldest first
    percentiles: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.memory = deque(maxlen=self.memory_size)

    def p_clean(self, feature: np.ndarray, label: int) -> float | None:
        """Return P_clean by Eq. 2, or None where there is nothing to compare with."""
        similarities: dict[int, list[float]] = {}
        for stored, stored_label in self.memory:
            similarities.setdefault(stored_label, []).append(float(stored @ feature))
        if label not in similarities or (len(similarities) < 2 and not self.count_empty):
            return None
        weights = {k: math.exp(sum(values) / len(values)) for k, values in similarities.items()}
        empty = self.count_empty - len(weights) if self.count_empty else 0
        return weights[label] / (sum(weights.values()) + empty)

    def select(self, embeddings: np.ndarray, labels: np.ndarray) -> tuple[list[bool], list[float], float]:
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
        features = embeddings / np.linalg.norm(embeddings, axis=1, keepdims=True)
        self.memory.extend((f, int(y)) for f, y in zip(features, labels, strict=True))
