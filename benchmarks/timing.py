"""Timing that two things share, so that their ratio means something."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def interleaved(first: Callable[[], object], second: Callable[[], object], repeats: int) -> tuple[float, float]:
    """The best time in seconds of each; they take turns, so that both see the machine in the same moods."""
    first(), second()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeats):
        for function, taken in zip((first, second), times, strict=True):
            taken.append(seconds(function))
    return min(times[0]), min(times[1])


def seconds(function: Callable[[], object]) -> float:
    began = time.perf_counter()
    function()
    return time.perf_counter() - began


@contextmanager
def torch_threads(count: int) -> Iterator[None]:
    import torch  # here, because some of what is measured must not have it

    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)
