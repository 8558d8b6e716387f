import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, chisquare

from prism.noise import symmetric

some_labels = st.lists(st.integers(-9, 999), min_size=2, max_size=30).filter(lambda labels: len(set(labels)) > 1)


@pytest.mark.parametrize("rate", [0.1, 0.2, 0.5])
def test_the_realised_rate_is_near_the_nominal_one(rate: float) -> None:
    labels = np.repeat(np.arange(100), 40)
    low, high = binom.interval(1 - 1e-6, len(labels), rate)
    for seed in range(3):
        assert low <= np.sum(symmetric(labels, rate, seed) != labels) <= high


def test_every_other_class_is_equally_likely() -> None:
    labels = np.arange(6000) % 6
    from_two = symmetric(labels, 1.0, 0)[labels == 2]
    counts = np.bincount(from_two, minlength=6)
    assert counts[2] == 0
    assert chisquare(np.delete(counts, 2)).pvalue > 1e-3


def test_images_flip_on_their_own_not_by_quota() -> None:
    labels = np.repeat(np.arange(50), 20)
    flipped = (symmetric(labels, 0.5, 0) != labels).reshape(50, 20).sum(axis=1)
    assert len(set(flipped)) > 3


@given(some_labels, st.integers(0, 99))
def test_targets_are_other_classes_of_the_set(labels: list[int], seed: int) -> None:
    true = np.array(labels)
    given_labels = symmetric(true, 1.0, seed)
    assert (given_labels != true).all()
    assert set(given_labels) <= set(labels)


@given(some_labels, st.integers(0, 99))
def test_no_noise_changes_nothing(labels: list[int], seed: int) -> None:
    np.testing.assert_array_equal(symmetric(np.array(labels), 0.0, seed), labels)


def test_the_seed_decides() -> None:
    labels = np.repeat(np.arange(10), 10)
    np.testing.assert_array_equal(symmetric(labels, 0.5, 7), symmetric(labels, 0.5, 7))
    assert (symmetric(labels, 0.5, 7) != symmetric(labels, 0.5, 8)).any()


def test_a_lower_rate_flips_a_part_of_what_a_higher_one_does() -> None:
    labels = np.repeat(np.arange(10), 10)
    low, high = symmetric(labels, 0.2, 0), symmetric(labels, 0.5, 0)
    flipped = low != labels
    np.testing.assert_array_equal(low[flipped], high[flipped])


def test_the_true_labels_are_left_alone() -> None:
    labels = np.arange(20)
    symmetric(labels, 0.5, 0)
    np.testing.assert_array_equal(labels, np.arange(20))


def test_one_class_is_too_few() -> None:
    with pytest.raises(ValueError, match="at least 2 classes, but there are 1"):
        symmetric(np.zeros(5, dtype=np.int64), 0.5, 0)
