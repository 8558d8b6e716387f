"""How a process computes: with how many threads, and what it does with memory that it has freed."""

import ctypes

import torch

_GIBIBYTE = 2**30
_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD = -1, -2, -3  # names of glibc's mallopt


def use_threads(threads: int) -> None:
    """Compute with exactly this many threads: two processes that each take all cores are slower than one."""
    torch.set_num_threads(threads)
    _keep_freed_memory()


def _keep_freed_memory() -> None:
    """Reuse the memory of large tensors: given back, its pages would be cleared again, a third of all time."""
    try:
        mallopt = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):
        return  # not glibc
    mallopt(_MMAP_THRESHOLD, _GIBIBYTE)
    mallopt(_TRIM_THRESHOLD, _GIBIBYTE)
    mallopt(_TOP_PAD, _GIBIBYTE // 16)
