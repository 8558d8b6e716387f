import pytest
import torch
import torch.nn.functional as F

from prism.methods.base import Schedule, Setup
from prism.methods.coteaching import Coteaching, CoteachingSettings, exchange
from prism.methods.coteaching_plus import CoteachingPlus, CoteachingPlusSettings
from prism.methods.coteaching_temperature import CosineClassifier

SETUP = Setup(num_classes=3, num_samples=30, dim=4, iterations=100)
ALL = torch.ones(4, dtype=torch.bool)


def test_each_network_learns_from_the_samples_that_the_other_finds_easy() -> None:
    first, second = torch.tensor([1.0, 2.0, 3.0, 4.0]), torch.tensor([40.0, 30.0, 20.0, 10.0])
    step = exchange(first, second, ALL, forget_rate=0.5)
    # The second finds samples 3 and 2 easy, the first 0 and 1.
    assert step.loss.item() == pytest.approx((4 + 3) / 2 + (40 + 30) / 2)
    assert step.keep.tolist() == [False, False, True, True]


def test_only_candidates_take_part_and_one_is_always_kept() -> None:
    first, second = torch.tensor([1.0, 2.0, 3.0, 4.0]), torch.tensor([4.0, 3.0, 2.0, 1.0])
    step = exchange(first, second, torch.tensor([True, True, False, False]), forget_rate=0.9)
    assert step.loss.item() == pytest.approx(2 + 4)  # the second finds 1 easiest, the first 0
    assert step.keep.tolist() == [False, True, False, False]


def test_the_forget_rate_grows_over_the_first_share_of_the_training() -> None:
    method = Coteaching(SETUP, CoteachingSettings(noise_rate=0.4, ramp=0.1))
    assert [method.forget_rate(i) for i in (1, 5, 10, 100)] == pytest.approx([0.04, 0.2, 0.4, 0.4])


def test_the_learning_rate_stays_then_falls_in_a_line_with_a_smaller_beta1() -> None:
    method = Coteaching(SETUP, CoteachingSettings(noise_rate=0.4))
    assert method.schedule(1) == method.schedule(40) == Schedule(1.0, 0.9)
    assert method.schedule(71) == pytest.approx((0.5, 0.1))


def test_the_loss_is_cross_entropy_of_each_networks_own_classifier() -> None:
    method = Coteaching(SETUP, CoteachingSettings(noise_rate=0.0))
    embeddings, labels = torch.randn(2, 5, 4), torch.tensor([0, 1, 2, 0, 1])
    expected = sum(
        F.cross_entropy(classify(e), labels) for classify, e in zip(method.classifiers, embeddings, strict=True)
    )
    torch.testing.assert_close(method(embeddings, labels, 1).loss, expected)


def test_after_its_warm_up_co_teaching_plus_looks_at_disagreements() -> None:
    method = CoteachingPlus(SETUP, CoteachingPlusSettings(noise_rate=0.2, agree_until=0.1))
    same, other = torch.eye(3)[:2], torch.eye(3)[[0, 2]]  # predictions 0, 1 and 0, 2
    assert method.candidates([same, other], iteration=10).tolist() == [True, True]
    assert method.candidates([same, other], iteration=11).tolist() == [False, True]
    assert method.candidates([same, same], iteration=11).tolist() == [True, True]


def test_a_hand_checked_cosine_classifier() -> None:
    classify = CosineClassifier(2, 2, temperature=0.05)
    classify.weight.data = torch.tensor([[3.0, 0.0], [0.0, 0.5]])
    assert classify(torch.tensor([[6.0, 8.0]])).tolist()[0] == pytest.approx([0.6 / 0.05, 0.8 / 0.05])
