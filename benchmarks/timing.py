"""Timing that two things share, so that their ratio means something."""

import time
from collections.abc import Callable


def interleaved(first: Callable[[], object], second: Callable[[], object], repeats: int) -> tuple[float, float]:
    """The best time in seconds of each; they take turns, so that both see the machine in the same moods."""
    first(), second()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeats):
        for function, taken in zip((first, second), times, strict=True):
            began = time.perf_counter()
            function()
            taken.append(time.perf_counter() - began)
    return min(times[0]), min(times[1])
