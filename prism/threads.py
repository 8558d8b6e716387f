"""How many threads to compute with."""

import torch


def use_threads(threads: int) -> None:
    """Compute with exactly this many threads: two processes that each take all cores are slower than one."""
    torch.set_num_threads(threads)
