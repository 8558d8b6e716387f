"""Features in blocks: unit vectors around their mean, whatever holds them."""

from pathlib import Path

import numpy as np
import pytest
import torch

from prism.audit import blocks as blocks_module
from prism.audit.blocks import FeatureBlocks
from prism.errors import PrismError

FEATURES = np.array([[3.0, 4.0], [0.0, 2.0], [-5.0, 0.0]], dtype=np.float32)
UNIT = torch.tensor([[0.6, 0.8], [0.0, 1.0], [-1.0, 0.0]])


def all_rows(features: FeatureBlocks) -> torch.Tensor:
    return torch.cat([block for _, block in features])


def test_rows_are_unit_vectors_without_their_mean() -> None:
    features = FeatureBlocks(FEATURES, num_classes=2)
    torch.testing.assert_close(features.mean, UNIT.mean(dim=0))
    torch.testing.assert_close(all_rows(features), UNIT - UNIT.mean(dim=0))


def test_blocks_cut_the_rows_and_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks_module, "BLOCK_VALUES", 4)
    features = FeatureBlocks(FEATURES, num_classes=2)
    assert [rows for rows, _ in features] == [slice(0, 2), slice(2, 3)]
    torch.testing.assert_close(all_rows(features), UNIT - UNIT.mean(dim=0))


def test_a_memory_map_gives_what_an_array_gives(tmp_path: Path) -> None:
    np.save(tmp_path / "features.npy", FEATURES)
    mapped = FeatureBlocks(np.load(tmp_path / "features.npy", mmap_mode="r"), num_classes=2)
    assert torch.equal(all_rows(mapped), all_rows(FeatureBlocks(FEATURES, num_classes=2)))


@pytest.mark.parametrize("dtype", [np.float16, np.float64, np.int32])
def test_any_type_of_number_is_taken(dtype: type) -> None:
    features = FeatureBlocks(FEATURES.astype(dtype), num_classes=2)
    torch.testing.assert_close(all_rows(features), UNIT - UNIT.mean(dim=0))


@pytest.mark.parametrize("factor", [1e30, 1e-30])
def test_squares_may_be_too_large_or_too_small_for_float32(factor: float) -> None:
    features = FeatureBlocks(FEATURES * np.float32(factor), num_classes=2)
    torch.testing.assert_close(all_rows(features), UNIT - UNIT.mean(dim=0))


def test_rows_are_taken_in_the_order_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks_module, "GATHERED", 2)
    taken = FeatureBlocks(FEATURES, num_classes=2).unit_vectors(torch.tensor([2, 0, 2]))
    torch.testing.assert_close(taken, UNIT[[2, 0, 2]])


def test_the_zero_vector_stays_zero() -> None:
    assert FeatureBlocks(np.zeros((2, 3)), num_classes=2).unit_vectors(torch.tensor([0])).tolist() == [[0, 0, 0]]


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_row_that_is_not_finite_is_named(value: float) -> None:
    features = FEATURES.copy()
    features[1, 0] = value
    with pytest.raises(PrismError, match="row 1 are not finite"):
        FeatureBlocks(features, num_classes=2)
