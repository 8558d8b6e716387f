"""Blocks of features: unit vectors of float32, whatever the features are."""

import numpy as np
import pytest
import torch

from prism.audit.blocks import FeatureBlocks
from prism.errors import PrismError


def test_vectors_have_length_1_and_the_zero_vector_stays() -> None:
    features = np.array([[3.0, 4.0], [0.0, 0.0], [3e-30, 4e-30], [-3e30, 4e30]])
    ((rows, vectors),) = FeatureBlocks(features, num_classes=2)
    assert rows == slice(0, 4)
    torch.testing.assert_close(vectors, torch.tensor([[0.6, 0.8], [0.0, 0.0], [0.6, 0.8], [-0.6, 0.8]]))


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_row_that_is_not_finite_is_named(value: float) -> None:
    features = np.ones((5, 3), dtype=np.float32)
    features[3, 1] = features[4, 0] = value
    with pytest.raises(PrismError, match="The features of row 3 are not finite"):
        list(FeatureBlocks(features, num_classes=2))
