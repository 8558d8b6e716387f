"""The exact top-k of each row of a matrix, in falling order; ties go to the lower column."""

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

_ROWS = 16  # rows that are worked on together: so few stay in the cache
_GROUPS = 512  # groups that a row is cut into, at least: fewer are slower to reduce
_COLUMN_BITS = 27  # bits of a 64-bit key for the column; the others are 4 for the row, 32 for the value, 1 for the sign


def nearest_by_topk(similarity: Tensor, k: int) -> Tensor:
    """Return the columns (B, k) of the exact top-k of each row of (B, N), on any device and for any type."""
    values, columns = similarity.topk(min(k + 1, similarity.shape[1]), dim=1)
    # topk breaks ties in any order. A stable sort of the k + 1 puts ties among them right. Where the k-th and the
    # (k+1)-th are equal, only a full stable sort of the row tells which columns belong to the top-k.
    columns = columns.sort(dim=1).values
    order = similarity.gather(1, columns).argsort(dim=1, descending=True, stable=True)
    nearest = columns.gather(1, order)[:, :k]
    tied = (values[:, k - 1] == values[:, -1]).nonzero().flatten() if values.shape[1] > k else columns.new_empty(0)
    if len(tied):
        nearest[tied] = similarity[tied].argsort(dim=1, descending=True, stable=True)[:, :k]
    return nearest


def nearest_by_bound(similarity: NDArray[np.float32], k: int) -> NDArray[np.int64]:
    """Return the columns (B, k) of the exact top-k of each row of (B, N), on one thread of a CPU.

    There, topk can take longer than the product that made the matrix. This keeps the entries above a bound on the
    k-th largest, which are few more than k, and sorts those.
    """
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
    """Return for each row a value that is at most, and mostly just below, its k-th largest entry.

    That is the k-th largest of the maxima of disjoint groups of its entries: k groups have an entry that large.
    Reducing entries to maxima is far cheaper than selecting among them.
    """
    count = rows.shape[1]
    size = max(1, count // max(8 * k, _GROUPS))
    groups = count // size
    maxima = rows[:, : size * groups].reshape(len(rows), size, groups).max(axis=1)
    maxima.partition(groups - k, axis=1)
    bounds: NDArray[np.float32] = maxima[:, groups - k]
    return bounds


def _keys(row: NDArray[np.int64], value: NDArray[np.float32], column: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return integers that sort by row, then by falling value, then by column.

    Sorting them is several times as fast as a stable sort by value.
    """
    bits = (0 - value).view(np.int32).astype(np.int64)  # 0 - value instead of -value, which would tell 0 from -0
    bits ^= (bits >> 63) & 0x7FFFFFFF  # read as integers, negative floats are in the opposite order
    keys: NDArray[np.int64] = (row << _COLUMN_BITS + 32) + (bits << _COLUMN_BITS) + column
    return keys
