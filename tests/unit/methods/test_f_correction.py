import math
from typing import Literal

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from prism.errors import PrismError
from prism.methods.base import Setup
from prism.methods.f_correction import (
    FCorrection,
    FCorrectionSettings,
    estimated_matrix,
    given_matrix,
    given_symmetric_noise,
    negative_log_likelihood,
)

SETUP = Setup(num_classes=3, num_samples=30, dim=3, iterations=100, noise="symmetric")


def symmetric_matrix(classes: int, rate: float) -> torch.Tensor:
    """Return the matrix (C, C) whose closed form the method uses."""
    matrix = torch.full((classes, classes), rate / max(classes - 1, 1))
    return matrix.fill_diagonal_(1 - rate)


def test_hand_checked_chances_of_a_given_label() -> None:
    predicted, labels = torch.tensor([[0.7, 0.2, 0.1]]), torch.tensor([1])
    # (p T)_1 = 0.7 * 0.2 + 0.2 * 0.6 + 0.1 * 0.2
    assert given_symmetric_noise(predicted, labels, 0.4).tolist() == pytest.approx([0.28])
    assert given_matrix(predicted, labels, symmetric_matrix(3, 0.4)).tolist() == pytest.approx([0.28])
    assert negative_log_likelihood(torch.tensor([0.28])).item() == pytest.approx(-math.log(0.28))


@given(st.integers(1, 40), st.integers(1, 9), st.floats(0, 0.99), st.integers(0, 2**31))
def test_the_closed_form_has_the_values_and_gradients_of_the_matrix(
    classes: int, batch: int, rate: float, seed: int
) -> None:
    generator = torch.Generator().manual_seed(seed)
    logits = 3 * torch.randn(batch, classes, generator=generator)
    labels = torch.randint(classes, (batch,), generator=generator)
    one, other = logits.clone().requires_grad_(), logits.clone().requires_grad_()
    closed = given_symmetric_noise(one.softmax(dim=1), labels, rate)
    product = given_matrix(other.softmax(dim=1), labels, symmetric_matrix(classes, rate))
    torch.testing.assert_close(closed, product, atol=1e-6, rtol=1e-5)
    closed.sum().backward()
    product.sum().backward()
    torch.testing.assert_close(one.grad, other.grad, atol=1e-6, rtol=1e-4)


def test_only_an_estimated_matrix_is_part_of_a_checkpoint() -> None:
    true, estimated = (
        FCorrection(SETUP, FCorrectionSettings(noise_rate=0.3, transition=transition)).state_dict()
        for transition in ("true", "estimated")
    )
    assert true.keys() == {"classifier.weight", "classifier.bias"}
    assert estimated.keys() == true.keys() | {"matrix"}


def test_without_noise_the_loss_is_cross_entropy() -> None:
    method = FCorrection(SETUP, FCorrectionSettings(noise_rate=0.0))
    embeddings, labels = torch.randn(6, 3), torch.tensor([0, 1, 2, 0, 1, 2])
    torch.testing.assert_close(
        method(embeddings, labels, 1).loss, F.cross_entropy(method.classifier(embeddings), labels)
    )


def test_an_estimated_row_is_the_prediction_for_the_sample_that_looks_most_like_the_class() -> None:
    predicted = torch.tensor([[0.6, 0.2, 0.2], [0.8, 0.1, 0.1], [0.3, 0.5, 0.2], [0.1, 0.2, 0.7]])
    torch.testing.assert_close(estimated_matrix(predicted, outlier_quantile=None), predicted[[1, 2, 3]])


def test_outliers_do_not_count() -> None:
    predicted = torch.tensor([[0.6, 0.2, 0.2], [0.8, 0.1, 0.1], [0.3, 0.5, 0.2], [0.1, 0.2, 0.7]])
    # The quantile is the largest of four predictions, which is left out; of equal ones the first counts.
    torch.testing.assert_close(estimated_matrix(predicted, outlier_quantile=0.97), predicted[[0, 0, 0]])


def test_the_estimate_is_made_once_and_from_the_whole_training_set() -> None:
    method = FCorrection(SETUP, FCorrectionSettings(noise_rate=0.3, transition="estimated", estimate_until=0.5))
    calls = []

    def embed_all() -> torch.Tensor:
        calls.append(1)
        return torch.eye(3)

    with torch.no_grad():
        method.classifier.weight.copy_(torch.eye(3) * math.log(8))
        method.classifier.bias.zero_()
        for iteration in range(1, 101):
            method.before(iteration, embed_all)
    assert calls == [1]
    torch.testing.assert_close(method.matrix, torch.full((3, 3), 0.1).fill_diagonal_(0.8))


def test_before_the_estimate_the_loss_is_cross_entropy() -> None:
    method = FCorrection(SETUP, FCorrectionSettings(noise_rate=0.3, transition="estimated", estimate_until=0.5))
    embeddings, labels = torch.randn(3, 3), torch.tensor([0, 1, 2])
    expected = F.cross_entropy(method.classifier(embeddings), labels)
    torch.testing.assert_close(method(embeddings, labels, 50).loss, expected)
    assert not torch.isclose(method(embeddings, labels, 51).loss, expected)


@pytest.mark.parametrize("transition", ["true", "estimated"])
def test_noise_without_a_transition_matrix_is_refused(transition: Literal["true", "estimated"]) -> None:
    setup = Setup(num_classes=3, num_samples=30, dim=3, noise="smallcluster")
    with pytest.raises(PrismError, match=r"not defined under Small Cluster noise.*leave it out there"):
        FCorrection(setup, FCorrectionSettings(noise_rate=0.25, transition=transition))


def test_under_pairwise_noise_the_matrix_must_be_estimated() -> None:
    setup = Setup(num_classes=3, num_samples=30, dim=3, noise="pairwise")
    FCorrection(setup, FCorrectionSettings(noise_rate=0.25, transition="estimated"))
    with pytest.raises(PrismError, match="set its transition to estimated"):
        FCorrection(setup, FCorrectionSettings(noise_rate=0.25))
