import math
from typing import Literal

import pytest
import torch
import torch.nn.functional as F

from prism.errors import PrismError
from prism.methods.base import Setup
from prism.methods.f_correction import (
    FCorrection,
    FCorrectionSettings,
    estimated_matrix,
    forward_corrected,
    symmetric_matrix,
)

SETUP = Setup(num_classes=3, num_samples=30, dim=3, iterations=100, noise="symmetric")


def test_a_hand_checked_symmetric_matrix() -> None:
    torch.testing.assert_close(
        symmetric_matrix(3, 0.4), torch.tensor([[0.6, 0.2, 0.2], [0.2, 0.6, 0.2], [0.2, 0.2, 0.6]])
    )


def test_a_hand_checked_loss() -> None:
    predicted = torch.tensor([[0.7, 0.2, 0.1]])
    # (p T)_1 = 0.7 * 0.2 + 0.2 * 0.6 + 0.1 * 0.2
    loss = forward_corrected(predicted, torch.tensor([1]), symmetric_matrix(3, 0.4))
    assert loss.item() == pytest.approx(-math.log(0.28))


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
