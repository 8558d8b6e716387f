import copy

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from prism import PrismFilter
from prism.core.memory import MemoryBank
from prism.core.noise_rate import (
    NoiseRateEstimate,
    RankedBatch,
    better_classes,
    first_rank_above,
    share_above,
    storey_estimate,
)

CLASSES, DIM, BATCH = 20, 16, 64


def made_batches(wrong: float, count: int, seed: int = 0) -> list[tuple[Tensor, Tensor]]:
    """Return batches of features around 20 orthogonal-ish means, with a share of labels that are wrong at random."""
    random = np.random.default_rng(seed)
    means = random.normal(size=(CLASSES, DIM))
    batches = []
    for _ in range(count):
        true = random.integers(0, CLASSES, BATCH)
        shift = np.where(random.random(BATCH) < wrong, random.integers(1, CLASSES, BATCH), 0)
        features = means[true] + 0.5 * random.normal(size=(BATCH, DIM))
        batches.append((torch.from_numpy(features).float(), torch.from_numpy((true + shift) % CLASSES)))
    return batches


def automatic(**options: object) -> PrismFilter:
    return PrismFilter(CLASSES, DIM, memory_size=1000, window=5, **options)  # type: ignore[arg-type]


def test_ranks_count_the_seen_classes_that_fit_better() -> None:
    bank = MemoryBank(8, 3, num_classes=4)
    bank.enqueue(torch.eye(3), torch.tensor([0, 1, 2]))
    feature = torch.tensor([0.8, 0.6, -0.1])  # nearest to class 0, then class 1; class 3, of center 0, is not seen
    assert better_classes(feature.expand(4, 3), torch.tensor([0, 1, 2, 3]), bank).tolist() == [0, 1, 2]


def test_a_class_whose_rows_have_left_the_bank_is_still_ranked() -> None:
    bank = MemoryBank(1, 2, num_classes=2)
    bank.enqueue(torch.tensor([[1.0, 0.0]]), torch.tensor([0]))
    bank.enqueue(torch.tensor([[0.0, 1.0]]), torch.tensor([1]))
    assert better_classes(torch.tensor([[1.0, 0.0], [1.0, 0.0]]), torch.tensor([0, 1]), bank).tolist() == [0, 1]


@pytest.mark.parametrize(
    ("threshold", "num_classes", "rank"),
    [
        (0.3, 10, 3),  # (3 + 1) / 10 is above 0.3, (2 + 1) / 10 is not
        (0.5, 5, 2),  # (2 + 1) / 5 is above 0.5, (1 + 1) / 5 is not
        (0.5, 3, 1),
        (0.3, 2, 1),  # (0 + 1) / 2 is above 0.3, but the best class of all cannot be wrong
        (0.29, 100, 29),  # 0.29 * 100 is 28.999999999999996
    ],
)
def test_the_first_rank_above_the_threshold(threshold: float, num_classes: int, rank: int) -> None:
    assert first_rank_above(threshold, num_classes) == rank


def test_the_share_above_the_threshold_is_that_of_uniform_ranks() -> None:
    assert share_above(0.5, 5) == 3 / 4  # of the ranks 1, 2, 3 and 4, all but the first
    assert share_above(0.5, 10) == 5 / 9


@pytest.mark.parametrize("kind", [torch.tensor, np.array])
def test_storeys_estimate_by_hand(kind: type) -> None:
    ranks = kind([0, 0, 0, 0, 0, 0, 1, 2, 3, 4])  # six right labels, and one wrong label of each rank
    assert storey_estimate(ranks, 5) == pytest.approx(0.4)
    p_values = (ranks + 1) / 10
    formula = 9 / 10 * float((p_values > 0.3).sum()) / 10 / (1 - 0.3)  # (C - 1) / C share(p > lambda) / (1 - lambda)
    assert storey_estimate(ranks, 10, threshold=0.3) == pytest.approx(formula)
    assert storey_estimate(kind([]), 5) == 0


def test_the_rate_is_of_the_last_batches_and_has_a_bound() -> None:
    estimate = NoiseRateEstimate(max_rate=0.8, window=2, min_samples=8)
    estimate.recent.append(RankedBatch(above=4, total=4, num_classes=5))
    assert estimate.rate() == 0  # too few labels
    estimate.recent.append(RankedBatch(above=0, total=8, num_classes=5))
    assert estimate.rate() == pytest.approx(4 / (12 * 3 / 4))
    estimate.recent.append(RankedBatch(above=3, total=8, num_classes=5))  # the first one leaves
    assert estimate.rate() == pytest.approx(3 / (16 * 3 / 4))
    estimate.recent.extend([RankedBatch(above=8, total=8, num_classes=5)] * 2)
    assert estimate.rate() == 0.8


@pytest.mark.parametrize("wrong", [0.0, 0.1, 0.3, 0.5])
@pytest.mark.parametrize("score", ["centers", "batch_positive"])
def test_the_filter_finds_the_share_of_wrong_labels(wrong: float, score: str) -> None:
    prism = automatic(score=score)
    rates = [prism(*batch).noise_rate for batch in made_batches(wrong, 150)]
    assert rates[-1] == pytest.approx(wrong, abs=0.03)


def test_nothing_is_dropped_until_enough_labels_have_been_ranked() -> None:
    prism = automatic()
    selections = [prism(*batch) for batch in made_batches(0.5, 30)]
    assert selections[0].noise_rate == 0  # there is no center yet
    dropping = [selection.noise_rate > 0 for selection in selections]
    first = dropping.index(True)
    assert first == 1000 // BATCH + 1  # at 64 labels a batch from the second one on
    assert all(dropping[first:])
    assert all(selection.keep.all() for selection in selections[:first])


def test_few_classes_cannot_tell() -> None:
    prism = PrismFilter(4, DIM, memory_size=1000)
    rates = [prism(features, labels % 4).noise_rate for features, labels in made_batches(0.5, 40)]
    assert set(rates) == {0.0}


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), wrong=st.floats(0, 1), bound=st.floats(0.01, 0.99))
def test_the_rate_is_between_0_and_its_bound(seed: int, wrong: float, bound: float) -> None:
    prism = automatic(max_noise_rate=bound)
    for batch in made_batches(wrong, 25, seed):
        selection = prism(*batch)
        assert 0 <= selection.noise_rate <= bound
        assert selection.keep.any()


@pytest.mark.parametrize("cut", [3, 20, 35])
def test_a_restored_filter_estimates_the_same(cut: int) -> None:
    batches, prism, restored = made_batches(0.3, 40), automatic(), automatic()
    for batch in batches[:cut]:
        prism(*batch)
    restored.load_state_dict(copy.deepcopy(prism.state_dict()))
    pairs = [(prism(*batch), restored(*batch)) for batch in batches[cut:]]
    assert [one.noise_rate for one, _ in pairs] == [other.noise_rate for _, other in pairs]
    assert all(one.keep.equal(other.keep) for one, other in pairs)
    assert pairs[-1][0].noise_rate > 0


def test_a_given_rate_leaves_no_trace_of_the_estimate() -> None:
    prism = automatic(noise_rate=0.3)
    assert prism(*made_batches(0.5, 1)[0]).noise_rate == 0.3
    assert not [name for name in prism.state_dict() if "estimate" in name]
