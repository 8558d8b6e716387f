"""Measurements in a fresh process, which nothing else has used before."""

import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Generic, NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
MB = 1e6


def in_fresh_process(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a function, which must be defined in a module, called in a fresh process."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as fresh:
        return fresh.submit(function, *args, **kwargs).result()


class Cost(NamedTuple, Generic[T]):
    """The result of a call, and its time and memory."""

    returned: T
    seconds: float
    megabytes: float  # at the peak, beyond what was held before


def cost(prepare: Callable[P, Callable[[], T]], *args: P.args, **kwargs: P.kwargs) -> Cost[T]:
    """Return the cost of calling, once and in a fresh process, the function that `prepare` returns.

    `prepare` must not leave memory behind that the function could use again.
    """
    return in_fresh_process(_cost, partial(prepare, *args, **kwargs))


def peak_memory(prepare: Callable[P, Callable[[], object]], *args: P.args, **kwargs: P.kwargs) -> float:
    """Return the peak memory in megabytes of the function that `prepare` returns, called in a fresh process."""
    return cost(prepare, *args, **kwargs).megabytes


def _cost(prepare: Callable[[], Callable[[], T]]) -> Cost[T]:
    function = prepare()
    began = time.perf_counter()
    returned, megabytes = peak_of(function)
    return Cost(returned, time.perf_counter() - began, megabytes)


def peak_of(function: Callable[[], T]) -> tuple[T, float]:
    """Return the result of a function and its peak memory in megabytes, beyond what this process held before."""
    Path("/proc/self/clear_refs").write_text("5")  # resets the peak
    before = memory("VmRSS")
    returned = function()
    return returned, memory("VmHWM") - before


def memory(kind: str) -> float:
    """Return the memory of this process in megabytes: `VmRSS` now, `VmHWM` at its peak, `RssAnon` without files."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{kind}:")) * 1024 / MB
