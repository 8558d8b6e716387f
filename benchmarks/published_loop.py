"""A PRISM step against the filter as its authors publish it: sample by sample, with centers averaged over the bank."""

from collections.abc import Callable, Iterator
from itertools import cycle

import torch
from torch import Tensor

from benchmarks.line import Line, Target
from benchmarks.prism_step import step
from benchmarks.sizes import CARS, SOP
from benchmarks.timing import interleaved, torch_threads
from prism import PrismFilter


def measure() -> Iterator[Line]:
    for size, at_least, repeats in ((SOP, 2.5, 100), (CARS, 2, 1000)):
        prism, batches = size.filter(), size.batches()
        published = PublishedLoop(prism)
        with torch_threads(1):
            ours, theirs = interleaved(step(prism, batches), _steps(published, batches), repeats)
        target = Target("other / ours", ">=", at_least)
        yield Line("PRISM step vs. the published loop", str(size), 1e3 * ours, 1e3 * theirs, "ms", target, 1)


class PublishedLoop:
    """The behaviour of the authors' code, as docs/fidelity.md describes it, from a filter's bank and settings on."""

    def __init__(self, prism: PrismFilter) -> None:
        features, labels = prism.bank.content()
        self.features, self.labels = features.clone(), labels.clone()
        self.centers = torch.zeros_like(prism.bank.centers)
        self.noise_rate, self.tau = prism.noise_rate, prism.recent.maxlen or 1
        self.window: list[float] = []
        self.with_center: set[int] = set()
        self.last_kept = self.labels
        self.position = 0

    @torch.no_grad()
    def select(self, embeddings: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
        """Return a mask (B,) of the samples to keep, and their scores (B,)."""
        self._update_centers()
        scores = torch.tensor([self._score(*sample) for sample in zip(embeddings, labels.tolist(), strict=True)])
        lowest = scores.argsort()[: int(self.noise_rate * len(scores))]
        percentile = float(scores[lowest[-1]])
        if percentile != 1:
            self.window = [*self.window, percentile][-self.tau :]
        keep = torch.ones_like(labels, dtype=torch.bool)
        keep[lowest] = False
        if self.window:
            above = scores > sum(self.window) / len(self.window)
            if above.any():
                keep = above
            else:
                self.window = self.window[-1:]
        self.last_kept = labels[keep]
        return keep, scores

    def enqueue(self, embeddings: Tensor, labels: Tensor) -> None:
        """Write to the next rows of the bank, or to its last rows where fewer are left than needed."""
        size, count = len(self.labels), len(labels)
        end = min(self.position + count, size)
        self.features[end - count : end] = embeddings
        self.labels[end - count : end] = labels
        self.position = 0 if self.position + count > size else end

    def _update_centers(self) -> None:
        for label in set(self.last_kept.tolist()):
            self.centers[label] = self.features[self.labels == label].mean(dim=0)
            self.with_center.add(label)

    def _score(self, embedding: Tensor, label: int) -> float:
        if label not in self.with_center:
            return 1.0
        weights = (self.centers @ embedding).exp()
        return float(weights[label] / weights.sum())


def _steps(published: PublishedLoop, batches: list[tuple[Tensor, Tensor]]) -> Callable[[], None]:
    """Return a function that does a step of the published loop with the next batch."""
    turn = cycle(batches)

    def select_and_enqueue() -> None:
        embeddings, labels = next(turn)
        keep, _ = published.select(embeddings, labels)
        published.enqueue(embeddings[keep], labels[keep])

    return select_and_enqueue
