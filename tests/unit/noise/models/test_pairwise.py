import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from prism.noise import pairwise


def test_all_noise_moves_each_class_to_the_next() -> None:
    labels = np.array([3, 5, 9, 9, 3])
    np.testing.assert_array_equal(pairwise(labels, 1.0, 0), [5, 9, 3, 3, 5])


@pytest.mark.parametrize("rate", [0.1, 0.45])
def test_the_realised_rate_is_near_the_nominal_one(rate: float) -> None:
    labels = np.repeat(np.arange(100), 40)
    low, high = binom.interval(1 - 1e-6, len(labels), rate)
    assert low <= np.sum(pairwise(labels, rate, 0) != labels) <= high


@given(
    st.lists(st.integers(-9, 999), min_size=2, max_size=30).filter(lambda labels: len(set(labels)) > 1),
    st.floats(0, 1),
    st.integers(0, 99),
)
def test_an_image_stays_or_moves_to_the_next_class(labels: list[int], rate: float, seed: int) -> None:
    classes = sorted(set(labels))
    following = dict(zip(classes, [*classes[1:], classes[0]], strict=True))
    for true, noisy in zip(labels, pairwise(np.array(labels), rate, seed), strict=True):
        assert noisy in (true, following[true])


def test_the_seed_decides() -> None:
    labels = np.repeat(np.arange(10), 10)
    np.testing.assert_array_equal(pairwise(labels, 0.5, 7), pairwise(labels, 0.5, 7))
    assert (pairwise(labels, 0.5, 7) != pairwise(labels, 0.5, 8)).any()


def test_one_class_is_too_few() -> None:
    with pytest.raises(ValueError, match="at least 2 classes, but there are 1"):
        pairwise(np.zeros(5, dtype=np.int64), 0.5, 0)
