"""Timing of two functions in turn, so that their ratio is that of the same machine in the same state."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def interleaved(first: Callable[[], object], second: Callable[[], object], repeats: int) -> tuple[float, float]:
    """Return the best time in seconds of each function; they take turns, so that other load meets both."""
    first(), second()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeats):
        for function, taken in zip((first, second), times, strict=True):
            taken.append(seconds(function))
    return min(times[0]), min(times[1])


def seconds(function: Callable[[], object]) -> float:
    """Return the seconds that one call takes."""
    began = time.perf_counter()
    function()
    return time.perf_counter() - began


@contextmanager
def torch_threads(count: int) -> Iterator[None]:
    """Let torch compute with `count` threads inside a `with` block."""
    import torch  # only here: some measurements are of processes without torch

    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)
