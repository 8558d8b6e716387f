import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from prism.noise import small_cluster
from prism.noise.models.smallcluster import _cluster

Array = NDArray[np.int64]

few_examples = settings(max_examples=20, deadline=None)
class_sizes = st.lists(st.integers(1, 6), min_size=8, max_size=14)  # none has half of the images


def features_of(labels: Array, dim: int = 8) -> NDArray[np.float64]:
    features = np.random.default_rng(0).normal(size=(len(labels), dim))
    return features / np.linalg.norm(features, axis=1, keepdims=True)


def noisy(labels: Array, rate: float, seed: int = 0) -> Array:
    return small_cluster(labels, features_of(labels), rate, seed)


def eliminated(labels: Array, given_labels: Array) -> set[int]:
    return set(labels.tolist()) - set(given_labels.tolist())


@few_examples
@given(class_sizes, st.sampled_from([0.1, 0.25, 0.5]), st.integers(0, 99))
def test_eliminated_classes_end_empty_and_others_keep_their_images(sizes: list[int], rate: float, seed: int) -> None:
    labels = np.repeat(np.arange(len(sizes)) * 10 + 5, sizes)  # not 0 .. C - 1
    given_labels = noisy(labels, rate, seed)
    gone = np.isin(labels, list(eliminated(labels, given_labels)))
    assert (given_labels[gone] != labels[gone]).all()
    np.testing.assert_array_equal(given_labels[~gone], labels[~gone])
    assert set(given_labels) <= set(labels)


@few_examples
@given(class_sizes, st.sampled_from([0.1, 0.25, 0.5]), st.integers(0, 99))
def test_it_stops_at_the_first_class_that_reaches_the_rate(sizes: list[int], rate: float, seed: int) -> None:
    labels = np.repeat(np.arange(len(sizes)), sizes)
    gone = eliminated(labels, noisy(labels, rate, seed))
    misplaced = sum(sizes[label] for label in gone)
    assert misplaced >= rate * len(labels)
    # A rate of half an image dissolves the first class alone, the next rate a second one: this shows their order.
    order: list[int] = []
    while len(order) < len(gone):
        next_rate = (sum(sizes[label] for label in order) + 0.5) / len(labels)
        (dissolved,) = eliminated(labels, noisy(labels, next_rate, seed)) - set(order)
        order.append(dissolved)
    assert set(order) == gone
    assert misplaced - sizes[order[-1]] < rate * len(labels)


@pytest.mark.parametrize("rate", [0.05, 0.1, 0.25, 0.5, 0.51])
def test_of_equal_classes_just_enough_are_eliminated(rate: float) -> None:
    labels = np.repeat(np.arange(20), 5)
    assert len(eliminated(labels, noisy(labels, rate))) == math.ceil(rate * 20)


@few_examples
@given(class_sizes, st.integers(0, 99))
def test_a_lower_rate_eliminates_a_part_of_what_a_higher_one_does(sizes: list[int], seed: int) -> None:
    labels = np.repeat(np.arange(len(sizes)), sizes)
    assert eliminated(labels, noisy(labels, 0.25, seed)) <= eliminated(labels, noisy(labels, 0.5, seed))


def test_no_noise_changes_nothing() -> None:
    labels = np.repeat(np.arange(4), 3)
    np.testing.assert_array_equal(noisy(labels, 0.0), labels)


def test_the_seed_decides() -> None:
    labels = np.repeat(np.arange(20), 5)
    np.testing.assert_array_equal(noisy(labels, 0.25, 7), noisy(labels, 0.25, 7))
    assert (noisy(labels, 0.25, 7) != noisy(labels, 0.25, 8)).any()


def test_only_images_that_look_alike_move_together() -> None:
    labels = np.repeat(np.arange(12), 6)
    looks = np.tile(np.repeat(np.eye(3), 2, axis=0), (12, 1))  # each class: 3 pairs of equal images
    given_labels = small_cluster(labels, looks, 0.05, 0)
    (gone,) = eliminated(labels, given_labels)
    first, second = given_labels[labels == gone].reshape(3, 2).T
    np.testing.assert_array_equal(first, second)
    assert len(set(first)) > 1


@pytest.mark.parametrize(("images", "per_cluster", "count"), [(6, 2, 3), (5, 2, 2), (1, 2, 1), (3, 10, 1), (5, 1.5, 3)])
def test_a_class_is_cut_into_clusters_of_about_so_many_images(images: int, per_cluster: float, count: int) -> None:
    features = features_of(np.zeros(images, dtype=np.int64))
    assert len(set(_cluster(features, per_cluster, np.random.default_rng(0)))) == count


def test_some_class_must_be_left() -> None:
    labels = np.repeat(np.arange(3), 4)
    assert len(set(noisy(labels, 2 / 3))) == 1
    with pytest.raises(ValueError, match="of 80% would leave no class: choose a lower rate"):
        noisy(labels, 0.8)


def test_every_label_needs_a_feature() -> None:
    with pytest.raises(ValueError, match="there are 5 features for 6 labels"):
        small_cluster(np.arange(6), np.eye(5), 0.5, 0)
