"""The number of threads that a process computes with."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from prism.runtime.shortcuts import reuse_freed_memory


def use_threads(threads: int) -> None:
    """Compute with exactly this many threads: two processes that each take all cores are slower than one."""
    torch.set_num_threads(threads)
    reuse_freed_memory()


@contextmanager
def one_thread() -> Iterator[None]:
    """Compute with one thread meanwhile, as the processes of a pool do."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
