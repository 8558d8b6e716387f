"""Measurements in a process of their own, which nothing has happened in before."""

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
    """What a function of a module returns there."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as fresh:
        return fresh.submit(function, *args, **kwargs).result()


class Cost(NamedTuple, Generic[T]):
    returned: T
    seconds: float
    megabytes: float  # at the peak, beyond what was held before


def cost(prepare: Callable[P, Callable[[], T]], *args: P.args, **kwargs: P.kwargs) -> Cost[T]:
    """What it costs to call what `prepare` returns, once.

    In a fresh process, for `prepare` must leave nothing behind that `function` could use again.
    """
    return in_fresh_process(_cost, partial(prepare, *args, **kwargs))


def peak_memory(prepare: Callable[P, Callable[[], object]], *args: P.args, **kwargs: P.kwargs) -> float:
    """The megabytes of that."""
    return cost(prepare, *args, **kwargs).megabytes


def _cost(prepare: Callable[[], Callable[[], T]]) -> Cost[T]:
    function = prepare()
    Path("/proc/self/clear_refs").write_text("5")  # the peak so far is forgotten
    before = memory("VmRSS")
    began = time.perf_counter()
    returned = function()
    return Cost(returned, time.perf_counter() - began, memory("VmHWM") - before)


def memory(kind: str) -> float:
    """Megabytes of this process: `VmRSS` now, `VmHWM` at the peak, `RssAnon` without pages of files."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{kind}:")) * 1024 / MB
