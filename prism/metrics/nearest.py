"""The largest entries of each row of a matrix, in falling order, those that are equal by their column."""

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

_ROWS = 16  # at a time, so that they stay in the cache
_GROUPS = 512  # that a row is cut into at least: fewer are slower to reduce
_COLUMN_BITS = 27  # of a key of 64: 4 for the row, 32 for the value, 1 for the sign


def nearest_by_topk(similarity: Tensor, k: int) -> Tensor:
    """Columns (B, k) of the k largest entries in each row of (B, N), on any device, of any type."""
    values, columns = similarity.topk(min(k + 1, similarity.shape[1]), dim=1)
    # topk breaks ties as it likes. Inside the k+1 a stable sort mends that; across their border only a full one.
    columns = columns.sort(dim=1).values
    order = similarity.gather(1, columns).argsort(dim=1, descending=True, stable=True)
    nearest = columns.gather(1, order)[:, :k]
    torn = (values[:, k - 1] == values[:, -1]).nonzero().flatten() if values.shape[1] > k else columns.new_empty(0)
    if len(torn):
        nearest[torn] = similarity[torn].argsort(dim=1, descending=True, stable=True)[:, :k]
    return nearest


def nearest_by_bound(similarity: NDArray[np.float32], k: int) -> NDArray[np.int64]:
    """The same on a CPU, on one thread: topk can take longer there than the product before it."""
    columns = np.empty((len(similarity), k), dtype=np.int64)
    for start in range(0, len(similarity), _ROWS):
        rows = similarity[start : start + _ROWS]
        row, column = np.divmod(np.flatnonzero(rows >= _bounds(rows, k)[:, None]), rows.shape[1])
        keys = _keys(row, rows[row, column], column)
        keys.sort()
        first = np.searchsorted(row, np.arange(len(rows)))
        columns[start : start + _ROWS] = keys[first[:, None] + np.arange(k)] & (2**_COLUMN_BITS - 1)
    return columns


def _bounds(rows: NDArray[np.float32], k: int) -> NDArray[np.float32]:
    """For each row a value that is at most, and mostly just below, its k-th largest: the k-th largest of the maxima of
    disjoint groups of its entries. To reduce all entries to maxima is far cheaper than to select among them."""
    count = rows.shape[1]
    size = max(1, count // max(8 * k, _GROUPS))
    groups = count // size
    maxima = rows[:, : size * groups].reshape(len(rows), size, groups).max(axis=1)
    maxima.partition(groups - k, axis=1)
    bounds: NDArray[np.float32] = maxima[:, groups - k]
    return bounds


def _keys(row: NDArray[np.int64], value: NDArray[np.float32], column: NDArray[np.int64]) -> NDArray[np.int64]:
    """Integers that grow with the row, then as the value falls, then with the column: to sort them is several times as
    fast as a stable sort by value."""
    bits = (0 - value).view(np.int32).astype(np.int64)  # 0 - value, because -value would tell 0 from -0
    bits ^= (bits >> 63) & 0x7FFFFFFF  # of negative numbers, the bits fall as the number grows
    keys: NDArray[np.int64] = (row << _COLUMN_BITS + 32) + (bits << _COLUMN_BITS) + column
    return keys
