"""Similarities to class centers, against the same computed anew without each sample."""

import numpy as np
import pytest
import torch

from blobs import blobs
from prism.audit.blocks import FeatureBlocks
from prism.audit.centers import LeaveOneOutCenters
from prism.audit.space import SHRINKAGE, Space, plain_space, whitened_space

MADE = blobs(classes=4, images=6, dim=5, wrong=0.2)
LABELS = torch.from_numpy(MADE.labels)
KEPT = torch.arange(len(LABELS)) % 5 != 0


def features() -> FeatureBlocks:
    return FeatureBlocks(MADE.features, num_classes=4)


def rows() -> torch.Tensor:
    return torch.cat([block for _, block in features()])


def similarities(space: Space, kept: torch.Tensor = KEPT) -> torch.Tensor:
    centers = LeaveOneOutCenters(features(), LABELS, kept, space)
    return centers.similarities(slice(0, len(LABELS)), rows())


def by_hand(metrics: list[torch.Tensor], lengths: torch.Tensor, kept: torch.Tensor = KEPT) -> torch.Tensor:
    """Return the similarities (N, C), of each sample with a metric of its own and a center without the sample."""
    x = rows().double()
    directions = x / lengths.double().unsqueeze(1)
    expected = torch.empty(len(x), 4, dtype=torch.float64)
    for i, metric in enumerate(metrics):
        for k in range(4):
            others = kept & (k == LABELS) & (torch.arange(len(x)) != i)
            expected[i, k] = x[i] @ metric @ directions[others].mean(dim=0) / (x[i] @ metric @ x[i]).sqrt()
    return expected.float()


def test_plain_similarities_leave_the_sample_out_of_its_center() -> None:
    identity = [torch.eye(5, dtype=torch.float64)] * len(LABELS)
    torch.testing.assert_close(similarities(plain_space(features())), by_hand(identity, rows().norm(dim=1)))


def test_whitened_similarities_leave_the_sample_out_of_the_covariance_too() -> None:
    space = whitened_space(features(), LABELS, KEPT)
    assert space.metric is not None
    covariance = torch.linalg.inv(space.metric.double())
    x = rows().double()
    metrics = []
    for i, label in enumerate(LABELS):
        same = x[KEPT & (label == LABELS)]
        part = torch.outer(x[i] - same.mean(dim=0), x[i] - same.mean(dim=0)) * len(same) / (len(same) - 1)
        freedom = int(KEPT.sum()) - 4
        metrics.append(torch.linalg.inv(covariance - (1 - SHRINKAGE) / freedom * part * bool(KEPT[i])))
    expected = by_hand(metrics, (x @ space.metric.double() * x).sum(dim=1).sqrt())
    torch.testing.assert_close(similarities(space), expected, atol=2e-4, rtol=2e-4)


def test_the_covariance_is_that_within_classes() -> None:
    space = whitened_space(features(), LABELS, KEPT)
    assert space.metric is not None
    x, labels = rows()[KEPT].numpy().astype(np.float64), LABELS[KEPT].numpy()
    centered = np.concatenate([x[labels == k] - x[labels == k].mean(axis=0) for k in range(4)])
    within = centered.T @ centered / (len(x) - 4)
    shrunk = (1 - SHRINKAGE) * within + SHRINKAGE * np.trace(within) / 5 * np.eye(5)
    np.testing.assert_allclose(np.linalg.inv(space.metric.numpy()), shrunk, rtol=1e-3, atol=1e-6)


def test_a_class_without_kept_samples_is_similar_to_nothing() -> None:
    kept = LABELS != 2
    found = similarities(plain_space(features()), kept)
    assert (found[:, 2] == -torch.inf).all()
    assert found[:, [0, 1, 3]].isfinite().all()


@pytest.mark.parametrize("block", [7, 1000])
def test_rows_may_be_judged_in_any_blocks(block: int) -> None:
    space = whitened_space(features(), LABELS, KEPT)
    centers = LeaveOneOutCenters(features(), LABELS, KEPT, space)
    parts = [
        centers.similarities(slice(start, start + block), rows()[start : start + block])
        for start in range(0, len(LABELS), block)
    ]
    torch.testing.assert_close(torch.cat(parts), similarities(space))
