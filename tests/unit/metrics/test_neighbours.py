from collections.abc import Callable

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from prism.metrics.neighbours import Rows, map_by_topk, map_nearest, map_on_cpu

Found = list[tuple[list[int], list[list[int]]]]
both = pytest.mark.parametrize("search", [map_on_cpu, map_by_topk])


def as_lists(rows: Rows, nearest: Rows) -> tuple[list[int], list[list[int]]]:
    return rows.tolist(), nearest.tolist()


@both
def test_a_block_looks_as_far_as_its_largest_count_and_no_query_finds_itself(search: Callable[..., Found]) -> None:
    features = torch.tensor([[1.0, 0.0], [0.8, 0.6], [0.0, 1.0], [-1.0, 0.0]])
    queries, counts = np.array([0, 2, 3]), np.array([1, 9, 2, 1])
    assert search(as_lists, features, queries, counts, block=2) == [([0, 2], [[1, 2], [1, 0]]), ([3], [[2]])]


@both
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**31), st.integers(3, 200), st.sampled_from([1, 7, 64]), st.integers(1, 3))
def test_equals_a_full_sort(search: Callable[..., Found], seed: int, count: int, block: int, threads: int) -> None:
    torch.manual_seed(seed)
    features = torch.randint(-4, 5, (count, 3)) / 4.0  # products are exact, and many of them equal
    similarity = (features @ features.T).fill_diagonal_(-torch.inf)
    expected = similarity.argsort(dim=1, descending=True, stable=True)[:, :2]
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        found = search(as_lists, features, np.arange(count), np.full(count, 2), block=block)
    finally:
        torch.set_num_threads(before)
    assert [row for rows, _ in found for row in rows] == list(range(count))
    assert [near for _, nearest in found for near in nearest] == expected.tolist()


@both
def test_any_layout_in_memory_gives_the_same(search: Callable[..., Found]) -> None:
    features = torch.randn(300, 16, generator=torch.Generator().manual_seed(0))
    queries, counts = np.arange(300), np.full(300, 5)
    across = features.T.contiguous().T
    assert search(as_lists, features, queries, counts) == search(as_lists, across, queries, counts)


def test_an_error_in_a_block_is_raised() -> None:
    def fail(rows: Rows, nearest: Rows) -> None:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="the disk is full"):
        map_on_cpu(fail, torch.eye(50), np.arange(50), np.ones(50, dtype=np.int64), block=4)


def test_doubles_are_told_apart_that_are_equal_as_single_precision() -> None:
    features: Tensor = torch.tensor([[1.0, 0.0], [1.0, 0.0], [1.0 + 1e-12, 0.0]], dtype=torch.float64)
    assert map_nearest(as_lists, features, np.array([0]), np.array([2, 0, 0])) == [([0], [[2, 1]])]
