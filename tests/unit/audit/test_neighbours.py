"""The nearest samples, against a search of all pairs."""

import pytest
import torch

from blobs import blobs
from prism.audit import neighbours
from prism.audit.blocks import FeatureBlocks
from prism.audit.neighbours import nearest_samples


def exact(vectors: torch.Tensor, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    similarity, rows = (vectors @ vectors.T).fill_diagonal_(-torch.inf).topk(count)
    return rows, similarity


def test_samples_that_share_a_class_are_compared_exactly() -> None:
    features = FeatureBlocks(blobs(classes=3, images=10).features, num_classes=3)
    everyone = torch.arange(30)
    rows, similarity = nearest_samples(features, torch.zeros(30, 1, dtype=torch.long))
    expected_rows, expected = exact(features.unit_vectors(everyone), 3)
    assert torch.equal(rows, expected_rows)
    torch.testing.assert_close(similarity, expected)


def test_a_neighbour_of_two_shared_classes_is_listed_once() -> None:
    features = FeatureBlocks(blobs(classes=2, images=3, dim=4).features, num_classes=2)
    best = torch.tensor([[0, 1], [1, 0]]).repeat(3, 1)
    rows, _ = nearest_samples(features, best)
    assert all(len(set(row)) == 3 for row in rows.tolist())
    assert torch.equal(rows, exact(features.unit_vectors(torch.arange(6)), 3)[0])


def test_a_sample_alone_in_its_classes_has_no_neighbour() -> None:
    features = FeatureBlocks(blobs(classes=2, images=2, dim=4).features, num_classes=4)
    rows, similarity = nearest_samples(features, torch.tensor([[0], [1], [2], [2]]))
    assert rows.tolist() == [[-1] * 3, [-1] * 3, [3, -1, -1], [2, -1, -1]]
    assert (similarity[:2] == -torch.inf).all()


def test_copies_are_found_in_a_long_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "PART", 4)
    made = blobs(classes=1, images=40, dim=6, spread=1.0).features
    made[7], made[23] = made[31], made[4]
    features = FeatureBlocks(made, num_classes=1)
    rows, similarity = nearest_samples(features, torch.zeros(40, 1, dtype=torch.long))
    assert rows[[7, 31, 23, 4], 0].tolist() == [31, 7, 4, 23]
    torch.testing.assert_close(similarity[[7, 31, 23, 4], 0], torch.ones(4))
