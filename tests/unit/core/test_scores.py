import math

import pytest
import torch
import torch.nn.functional as F

from prism.core.memory import MemoryBank
from prism.core.scores import SCORES

RIGHT, UP = [1.0, 0.0], [0.0, 1.0]


@pytest.fixture
def bank() -> MemoryBank:
    """Return a bank whose class 0 has a row to the right and one up, and class 1 a row up."""
    bank = MemoryBank(size=8, dim=2, num_classes=3)
    bank.enqueue(torch.tensor([RIGHT, UP, UP]), torch.tensor([0, 0, 1]))
    return bank


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        ("centers", math.exp(0.5) / (math.exp(0.5) + 1)),  # mean similarities of RIGHT: 0.5 to class 0, 0 to class 1
        ("memory", math.exp(0.5) / (math.exp(0.5) + 1)),
        ("memory_positive", 0.5),
    ],
)
def test_hand_checked(bank: MemoryBank, score: str, expected: float) -> None:
    scored = SCORES[score](torch.tensor([RIGHT, RIGHT]), torch.tensor([0, 2]), bank, False)
    assert scored.tolist() == pytest.approx([expected, math.inf])


def test_batch_positive_looks_at_the_batch_alone(bank: MemoryBank) -> None:
    scored = SCORES["batch_positive"](torch.tensor([RIGHT, RIGHT, UP, UP]), torch.tensor([0, 0, 0, 2]), bank, False)
    assert scored.tolist() == pytest.approx([2 / 3, 2 / 3, 1 / 3, math.inf])


@pytest.mark.parametrize("score", ["centers", "memory"])
@pytest.mark.parametrize("num_classes", [1, 3])
def test_a_single_known_class_compares_with_nothing(score: str, num_classes: int) -> None:
    bank = MemoryBank(size=8, dim=2, num_classes=num_classes)
    bank.enqueue(torch.tensor([RIGHT]), torch.tensor([0]))
    assert SCORES[score](torch.tensor([RIGHT, UP]), torch.tensor([0, 0]), bank, False).tolist() == [math.inf, math.inf]


def test_centers_and_memory_are_the_same_score() -> None:
    torch.manual_seed(0)
    bank = MemoryBank(size=50, dim=6, num_classes=9)
    bank.enqueue(torch.randn(80, 6), torch.randint(0, 8, (80,)))
    features, labels = F.normalize(torch.randn(16, 6), dim=1), torch.randint(0, 9, (16,))
    for count_empty in (False, True):
        fast = SCORES["centers"](features, labels, bank, count_empty)
        slow = SCORES["memory"](features, labels, bank, count_empty)
        torch.testing.assert_close(fast, slow)
