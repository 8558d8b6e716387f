"""Measurements in a process of their own, which nothing has happened in before."""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
MB = 1e6


def in_fresh_process(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function of a module returns there."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as fresh:
        return fresh.submit(function, *args, **kwargs).result()


def peak_memory(prepare: Callable[P, Callable[[], object]], *args: P.args, **kwargs: P.kwargs) -> float:
    """The megabytes that what `prepare` returns takes at its peak, beyond what was held when it was called.

    In a fresh process, for `prepare` must leave nothing behind that `function` could use again.
    """
    return in_fresh_process(_peak, prepare, *args, **kwargs)


def _peak(prepare: Callable[..., Callable[[], object]], *args: object, **kwargs: object) -> float:
    function = prepare(*args, **kwargs)
    Path("/proc/self/clear_refs").write_text("5")  # the peak so far is forgotten
    before = memory("VmRSS")
    function()
    return memory("VmHWM") - before


def memory(kind: str) -> float:
    """Megabytes of this process: `VmRSS` now, `VmHWM` at the peak, `RssAnon` without pages of files."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{kind}:")) * 1024 / MB
