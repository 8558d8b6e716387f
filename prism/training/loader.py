"""Prepare batches of images ahead, in worker processes that write them into memory which all processes share."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Protocol

import torch
from torch import Tensor

from prism.runtime.workers import start_worker
from prism.training.stop import ignore_stop_requests

AHEAD = 2  # batches that are prepared ahead for each worker


class Batches(Protocol):
    """Batches of images (B, 3, H, W), whole numbers in 0 .. 255, by their number."""

    @property
    def largest(self) -> tuple[int, int, int]:
        """Return B, H and W of the largest batch."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int) -> Tensor: ...


def load(batches: Batches, start: int, workers: int, pinned: bool) -> Iterator[Tensor]:
    """Yield batches[start], batches[start + 1] ...; without workers, they are prepared when they are asked for.

    With `pinned` they are in memory from which a GPU can fetch them while it computes.
    """
    prepared = _prepare_ahead(batches, start, workers) if workers else (batches[i] for i in range(start, len(batches)))
    for batch in prepared:
        if pinned:
            yield batch.pin_memory()
        else:
            yield batch.clone() if workers else batch  # a copy, because its slot will be written again


def _prepare_ahead(batches: Batches, start: int, workers: int) -> Iterator[Tensor]:
    """Yield batches that workers have prepared; each is overwritten some time after the next one is asked for."""
    slots = Slots(batches, count=AHEAD * workers + 1)  # one of them is in the hands of the caller
    waiting: deque[tuple[int, Future[int]]] = deque()
    with ProcessPoolExecutor(workers, initializer=_start_worker, initargs=(slots,)) as pool:
        for number in range(start, len(batches)):
            waiting.append((number, pool.submit(_fill, number)))
            if len(waiting) == len(slots):
                yield slots.filled(*waiting.popleft())
        while waiting:
            yield slots.filled(*waiting.popleft())


class Slots:
    """Shared memory for some batches: number i is written into slot i modulo their count.

    A DataLoader makes new shared memory for every batch, which takes longer than to crop and resize its images.
    """

    def __init__(self, batches: Batches, count: int) -> None:
        size, height, width = batches.largest
        self.batches = batches
        shared: Tensor = torch.empty(count, size, height, width, 3, dtype=torch.uint8).share_memory_()  # type: ignore[no-untyped-call]
        self._memory = shared.permute(0, 1, 4, 2, 3)

    def __len__(self) -> int:
        return len(self._memory)

    def fill(self, number: int) -> int:
        """Prepare a batch, write it into its slot, and return how many images it has."""
        batch = self.batches[number]
        self._memory[number % len(self)][: len(batch)] = batch
        return len(batch)

    def filled(self, number: int, count: Future[int]) -> Tensor:
        """Return a batch as soon as a worker has written it, or raise the worker's error."""
        return self._memory[number % len(self)][: count.result()]


_slots: Slots  # of a worker process


def _start_worker(slots: Slots) -> None:
    global _slots  # noqa: PLW0603 - sent to each worker once, and not with every batch
    start_worker()
    ignore_stop_requests()
    _slots = slots


def _fill(number: int) -> int:
    return _slots.fill(number)
