"""Exact nearest neighbours of features among each other, by inner product."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from queue import SimpleQueue
from typing import TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController
from torch import Tensor

from prism.metrics.nearest import nearest_by_bound, nearest_by_topk

T = TypeVar("T")
Rows = NDArray[np.int64]
BlockFunction = Callable[[Rows, Rows], T]  # takes queries (b,) and their neighbours (b, k), as rows of the features


def map_nearest(function: BlockFunction[T], features: Tensor, queries: Rows, counts: Rows) -> list[T]:
    """Find the nearest neighbours of some rows of the features (N, D), and return `function` of each block of queries.

    Neighbours are sorted by falling similarity, ties by the lower row; a query is not its own neighbour. A block has
    as many neighbours for each of its queries as the largest of their counts, which are given for all rows (N,).
    """
    on_cpu = features.device.type == "cpu" and features.dtype == torch.float32
    return (map_on_cpu if on_cpu else map_by_topk)(function, features, queries, counts)


def map_by_topk(
    function: BlockFunction[T], features: Tensor, queries: Rows, counts: Rows, block: int = 1024
) -> list[T]:
    """Do the work of `map_nearest` on any device and for any type."""

    def search(rows: Rows) -> T:
        indices = torch.from_numpy(rows).to(features.device)
        similarity = features[indices] @ features.T
        similarity[torch.arange(len(rows)), indices] = -torch.inf
        return function(rows, nearest_by_topk(similarity, counts[rows].max()).cpu().numpy())

    return [search(rows) for rows in _blocks(queries, block)]


def map_on_cpu(function: BlockFunction[T], features: Tensor, queries: Rows, counts: Rows, block: int = 128) -> list[T]:
    """Do the work of `map_nearest` for float32 on a CPU, with as many threads as torch has.

    Each thread takes a block through all steps, because NumPy releases the interpreter's lock in them. NumPy's product
    is faster than torch's on many CPUs. Smaller blocks are slower, larger ones take more memory.
    """
    columns, threads = features.T.numpy(), torch.get_num_threads()
    buffers: SimpleQueue[NDArray[np.float32]] = SimpleQueue()  # one per thread, reused: new pages would be cleared
    for _ in range(threads):
        buffers.put(_aligned(min(block, len(queries)), len(features)))

    def search(rows: Rows) -> T:
        buffer = buffers.get()
        try:
            similarity = np.matmul(columns[:, rows].T, columns, out=buffer[: len(rows)])
            similarity[np.arange(len(rows)), rows] = -np.inf
            return function(rows, nearest_by_bound(similarity, counts[rows].max()))
        finally:
            buffers.put(buffer)

    with _controller().limit(limits=1, user_api="blas"), ThreadPoolExecutor(threads) as pool:
        return list(pool.map(search, _blocks(queries, block)))


def _blocks(queries: Rows, size: int) -> list[Rows]:
    """Cut the queries into blocks of at most `size`."""
    return [queries[begin : begin + size] for begin in range(0, len(queries), size)]


def _aligned(rows: int, columns: int) -> NDArray[np.float32]:
    """Return a buffer whose rows begin at multiples of 64 bytes, if the first does: others make the product slower."""
    return np.empty((rows, columns + -columns % 16), dtype=np.float32)[:, :columns]


@cache
def _controller() -> ThreadpoolController:
    """Return the control over BLAS threads, made once: it searches all loaded libraries."""
    return ThreadpoolController()
