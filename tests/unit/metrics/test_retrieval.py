import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from pytorch_metric_learning.utils.accuracy_calculator import AccuracyCalculator

from prism import retrieval_metrics


def library_metrics(embeddings: torch.Tensor, labels: torch.Tensor) -> list[float]:
    calculator = AccuracyCalculator(
        include=("precision_at_1", "mean_average_precision_at_r"), k="max_bin_count", device=torch.device("cpu")
    )
    scores = calculator.get_accuracy(F.normalize(embeddings, dim=1), labels)
    return [scores["precision_at_1"], scores["mean_average_precision_at_r"]]


def on_circle(*degrees: float) -> torch.Tensor:
    return torch.tensor([[math.cos(math.radians(d)), math.sin(math.radians(d))] for d in degrees])


def test_a_hand_checked_ranking() -> None:
    # Neighbours of 0: 10 (hit), 30 (miss), 70. R is 2, so AP is (1/1 + 0) / 2; likewise 10: (1 + 0) / 2.
    # Neighbours of 70: 30 (miss), 10 (hit at rank 2): (1/2) / 2. The lone class at 30 does not count as a query.
    metrics = retrieval_metrics(on_circle(0, 10, 70, 30), torch.tensor([5, 5, 5, 9]))
    assert metrics.precision_at_1 == pytest.approx(2 / 3)
    assert metrics.map_at_r == pytest.approx((1 / 2 + 1 / 2 + 1 / 4) / 3)


# Take the same examples always. Now and then two similarities differ by 1e-7, which single precision cannot tell: then
# the library, which computes distances, and we, who compute products, rank them by different rounding.
@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(0, 2**31), st.integers(20, 300), st.integers(2, 60))
def test_equals_pytorch_metric_learning_with_lone_classes(seed: int, rows: int, classes: int) -> None:
    torch.manual_seed(seed)
    labels = torch.cat([torch.randint(0, classes, (rows,)), torch.tensor([0, 0, classes])])
    embeddings = torch.randn(rows + 3, 8) + F.one_hot(labels % 8, 8)
    assert list(retrieval_metrics(embeddings, labels)) == pytest.approx(library_metrics(embeddings, labels), abs=1e-6)


def test_double_precision_tells_neighbours_apart_that_single_precision_does_not() -> None:
    """Use an example in which two similarities differ by 1.2e-7."""
    torch.manual_seed(181)
    labels = torch.cat([torch.randint(0, 2, (181,)), torch.tensor([0, 0, 2])])
    embeddings = torch.randn(184, 8) + F.one_hot(labels % 8, 8)
    exact = retrieval_metrics(embeddings.double(), labels)
    assert list(exact) == pytest.approx(library_metrics(embeddings, labels), abs=1e-9)
    assert retrieval_metrics(embeddings, labels).map_at_r == pytest.approx(exact.map_at_r, abs=2e-6)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**31), st.integers(20, 200), st.integers(2, 12))
def test_equals_pytorch_metric_learning_with_ties(seed: int, rows: int, classes: int) -> None:
    """Use similarities that are multiples of 1/4, so most neighbours are tied; equal vectors have equal labels."""
    random = np.random.default_rng(seed)
    signs = random.choice([-0.5, 0.5], size=(rows, 4))
    label_of_vector = random.integers(0, classes, 16)
    labels = torch.from_numpy(label_of_vector[(signs > 0) @ [1, 2, 4, 8]])
    embeddings = torch.from_numpy(signs).float()
    assert list(retrieval_metrics(embeddings, labels)) == pytest.approx(library_metrics(embeddings, labels), abs=1e-6)


def test_nothing_to_retrieve_and_nan_are_clear_errors() -> None:
    with pytest.raises(ValueError, match="no class has two samples"):
        retrieval_metrics(torch.eye(3), torch.arange(3))
    with pytest.raises(ValueError, match="NaN"):
        retrieval_metrics(torch.full((2, 2), math.nan), torch.zeros(2))
