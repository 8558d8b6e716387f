"""The number of threads that a process computes with."""

import torch

from prism.runtime.shortcuts import reuse_freed_memory


def use_threads(threads: int) -> None:
    """Compute with exactly this many threads: two processes that each take all cores are slower than one."""
    torch.set_num_threads(threads)
    reuse_freed_memory()
