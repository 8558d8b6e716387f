"""The share of wrong labels from ranks, by numbers that can be checked by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.audit.rate import rate_from_ranks
from prism.errors import PrismError


def test_right_labels_alone_give_zero() -> None:
    rate = rate_from_ranks(np.zeros(100, dtype=np.int64), num_classes=10)
    assert (rate.value, rate.low, rate.high, rate.judged) == (0, 0, 0, 100)


def test_ranks_that_are_all_as_often_give_the_share_of_wrong_labels() -> None:
    ranks = np.concatenate([np.zeros(60), np.repeat(np.arange(1, 11), 4)]).astype(np.int64)  # 40 of 100 are wrong
    rate = rate_from_ranks(ranks, num_classes=11)
    assert rate.value == pytest.approx(0.4)
    assert rate.low < 0.4 < rate.high


def test_hard_images_widen_the_range_but_hardly_move_the_value() -> None:
    hard = np.concatenate([np.zeros(800), np.full(200, 3)]).astype(np.int64)  # the fourth of 20 classes fits as well
    rate = rate_from_ranks(hard, num_classes=20)
    assert rate.value == 0
    assert rate.high > 0.15


@given(st.lists(st.integers(0, 6), min_size=1, max_size=50))
def test_the_value_lies_in_its_range(ranks: list[int]) -> None:
    rate = rate_from_ranks(np.array(ranks), num_classes=7)
    assert 0 <= rate.low <= rate.value <= rate.high <= 1


def test_few_classes_cannot_tell() -> None:
    with pytest.raises(PrismError, match="cannot be told from 4 classes"):
        rate_from_ranks(np.array([0, 1]), num_classes=4)


def test_without_a_judged_label_nothing_can_be_told() -> None:
    with pytest.raises(PrismError, match="No class has two images"):
        rate_from_ranks(np.array([], dtype=np.int64), num_classes=9)
