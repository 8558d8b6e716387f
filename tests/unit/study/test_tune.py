from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch

from prism.errors import PrismError
from prism.study import Params, load
from prism.study.tune import held_out, tune_method

ROOT = Path(__file__).parents[3]


@pytest.fixture
def params() -> Params:
    return load(ROOT / "params.yaml")


@pytest.fixture
def index() -> pd.DataFrame:
    """Twenty classes of five images; the first sixteen train."""
    labels = np.repeat(np.arange(20), 5)
    return pd.DataFrame({"label": labels, "split": np.where(labels < 16, "train", "test")})


def test_held_out_classes_are_training_classes_with_true_labels(params: Params, index: pd.DataFrame) -> None:
    features = torch.arange(100.0)[:, None]
    data = held_out(params, index, features, "symmetric-50")
    held, fitted = (next(data.inputs.whole(split)).flatten().long() for split in ("test", "train"))
    assert (index["split"].to_numpy()[held.numpy()] == "train").all()
    assert sorted(torch.cat([held, fitted]).tolist()) == list(range(80))
    assert data.test_labels.unique().tolist() == [0, 1, 2, 3]
    assert (held // 5).unique(return_inverse=True)[1].equal(data.test_labels)
    assert data.is_clean is not None
    assert not data.is_clean.all()


def test_an_unknown_method_is_a_sentence(params: Params) -> None:
    with pytest.raises(PrismError, match="method 'mlc' is unknown: it must be one of"):
        tune_method(params, "mlc", Path("index"), Path("features"), Path("output"))
