from collections.abc import Callable

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from prism.metrics.nearest import nearest_by_bound, nearest_by_topk

Selection = Callable[[Tensor, int], Tensor]


def by_bound(similarity: Tensor, k: int) -> Tensor:
    return torch.from_numpy(nearest_by_bound(similarity.numpy(), k))


both = pytest.mark.parametrize("select", [by_bound, nearest_by_topk])


def by_full_sort(similarity: Tensor, k: int) -> Tensor:
    return similarity.argsort(dim=1, descending=True, stable=True)[:, :k]


@both
def test_ties_go_to_the_lower_column(select: Selection) -> None:
    similarity = torch.tensor([[0.5, -1.0, 0.5, 0.9, 0.5], [-0.0, 0.0, -torch.inf, -1.0, 0.0]])
    assert select(similarity, 3).tolist() == [[3, 0, 2], [0, 1, 4]]
    assert select(similarity, 5).tolist() == [[3, 0, 2, 4, 1], [0, 1, 4, 3, 2]]


@both
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**31), rows=st.integers(1, 40), columns=st.integers(2, 3000), data=st.data())
def test_equals_a_full_sort(select: Selection, seed: int, rows: int, columns: int, data: st.DataObject) -> None:
    torch.manual_seed(seed)
    similarity = torch.randn(rows, columns)
    similarity[torch.arange(rows), torch.randint(0, columns, (rows,))] = -torch.inf
    k = data.draw(st.integers(1, columns))
    assert torch.equal(select(similarity, k), by_full_sort(similarity, k))


@both
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**31), rows=st.integers(1, 40), columns=st.integers(2, 3000), data=st.data())
def test_equals_a_full_sort_of_ties(select: Selection, seed: int, rows: int, columns: int, data: st.DataObject) -> None:
    torch.manual_seed(seed)
    similarity = torch.randint(-4, 5, (rows, columns)) / -4  # has both 0 and -0, which are equal
    k = data.draw(st.integers(1, columns))
    assert torch.equal(select(similarity, k), by_full_sort(similarity, k))


def test_the_matrix_may_be_part_of_a_wider_one() -> None:
    wide = torch.randn(20, 1040, generator=torch.Generator().manual_seed(0))
    assert torch.equal(by_bound(wide[:, :1033], 7), by_full_sort(wide[:, :1033], 7))


def test_topk_tells_doubles_apart_that_are_equal_as_single_precision() -> None:
    close = torch.tensor([[1.0, 1.0 + 1e-12, 0.0]], dtype=torch.float64)
    assert nearest_by_topk(close, 2).tolist() == [[1, 0]]
