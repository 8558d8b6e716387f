"""The nearest neighbours of features among each other, by inner product, exactly."""

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
Then = Callable[[Rows, Rows], T]


def map_nearest(then: Then[T], features: Tensor, queries: Rows, counts: Rows) -> list[T]:
    """What `then` makes of each block of queries: of their rows (b,) of the features (N, D) and of the rows (b, k) of
    their nearest others, falling, those that are equally near by row. k is the largest of the queries' counts (N,)."""
    on_cpu = features.device.type == "cpu" and features.dtype == torch.float32
    return (map_on_cpu if on_cpu else map_by_topk)(then, features, queries, counts)


def map_by_topk(then: Then[T], features: Tensor, queries: Rows, counts: Rows, block: int = 1024) -> list[T]:
    """On any device, of any type."""

    def search(rows: Rows) -> T:
        of_block = torch.from_numpy(rows).to(features.device)
        similarity = features[of_block] @ features.T
        similarity[torch.arange(len(rows)), of_block] = -torch.inf
        return then(rows, nearest_by_topk(similarity, counts[rows].max()).cpu().numpy())

    return [search(rows) for rows in _blocks(queries, block)]


def map_on_cpu(then: Then[T], features: Tensor, queries: Rows, counts: Rows, block: int = 128) -> list[T]:
    """Of float32, with as many threads as torch has, each of which takes a block through all steps.

    NumPy lets go of the interpreter's lock in these, and its product is faster than torch's on many a CPU. In smaller
    blocks it is slower, larger ones take more memory. That is used again, for new pages would be cleared first.
    """
    across, threads = features.T.numpy(), torch.get_num_threads()
    products: SimpleQueue[NDArray[np.float32]] = SimpleQueue()
    for _ in range(threads):
        products.put(_aligned(min(block, len(queries)), len(features)))

    def search(rows: Rows) -> T:
        product = products.get()
        try:
            similarity = np.matmul(across[:, rows].T, across, out=product[: len(rows)])
            similarity[np.arange(len(rows)), rows] = -np.inf
            return then(rows, nearest_by_bound(similarity, counts[rows].max()))
        finally:
            products.put(product)

    with _controller().limit(limits=1, user_api="blas"), ThreadPoolExecutor(threads) as pool:
        return list(pool.map(search, _blocks(queries, block)))


def _blocks(queries: Rows, size: int) -> list[Rows]:
    return [queries[begin : begin + size] for begin in range(0, len(queries), size)]


def _aligned(rows: int, columns: int) -> NDArray[np.float32]:
    """Memory whose rows begin at multiples of 64 bytes, if the first does: the product takes longer without."""
    return np.empty((rows, columns + -columns % 16), dtype=np.float32)[:, :columns]


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()  # looks through all loaded libraries
