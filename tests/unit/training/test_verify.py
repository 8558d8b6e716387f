"""The stored model of a run is scored again: here a head, trained for a few steps on made features."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
from safetensors.torch import save_file

from prism.data.store import StoredImage, write_store
from prism.errors import PrismError
from prism.results.settings import EndToEnd, Precision, RunSettings
from prism.training.data import StudyData
from prism.training.run import train_run
from prism.training.verify import _allowed, flipped_neighbours, verify_run

QUERIES = 128  # all test images: sixteen classes of eight


@pytest.fixture
def files(data: StudyData, tmp_path: Path) -> dict[str, Path]:
    """The data as the workflow stores it."""
    (train,), (test,) = (list(data.inputs.whole(split)) for split in ("train", "test"))
    pixel = np.zeros((1, 1, 3), dtype=np.uint8)
    classes = [*(f"a{row // 12:02}" for row in range(192)), *(f"b{label:02}" for label in data.test_labels.tolist())]
    images = [
        StoredImage(str(row), name, "x", pixel, "train" if name < "b" else "test") for row, name in enumerate(classes)
    ]
    write_store(tmp_path, images)
    given = data.labels.numpy()
    noise = pd.DataFrame({"index": np.arange(192), "true": given, "given": given, "is_noisy": False})
    noise.to_parquet(tmp_path / "noise.parquet")
    save_file({"features": torch.cat([train, test])}, tmp_path / "features.safetensors")
    return {
        "index": tmp_path / "index.parquet",
        "noise": tmp_path / "noise.parquet",
        "features": tmp_path / "features.safetensors",
    }


@pytest.fixture
def verified(settings_of: Callable[..., RunSettings], files: dict[str, Path], tmp_path: Path) -> Callable[..., str]:
    """Train a run, change the scores that its metrics.json says by so much, and verify it."""
    output = tmp_path / "run"
    run = settings_of("contrastive", training={"iterations": 3})
    train_run(run, files["index"], files["noise"], output, tmp_path / "state", files["features"])

    def verify(**changes: float) -> str:
        metrics = json.loads((output / "metrics.json").read_text())
        for name, change in changes.items():
            metrics["last"][name] += change
        (output / "metrics.json").write_text(json.dumps(metrics))
        return verify_run(output, files["index"], files["features"])

    return verify


def test_equal_scores_are_as_recorded(verified: Callable[..., str]) -> None:
    assert verified().endswith("%, as recorded.")


def test_a_neighbour_that_flipped_is_told(verified: Callable[..., str]) -> None:
    said = verified(precision_at_1=-1 / QUERIES, map_at_r=0.3 / QUERIES)
    assert said.endswith("%, as recorded within 1 flipped neighbour (trained on cpu, scored on cpu).")


def test_more_flipped_neighbours_than_one_in_a_thousand_are_an_error(verified: Callable[..., str]) -> None:
    with pytest.raises(PrismError) as error:
        verified(map_at_r=2.5 / QUERIES)
    assert "P@1" not in str(error.value)
    assert (
        "a difference of at least 3 flipped neighbours, which rounding does not explain: train the run again."
        in str(error.value)
    )


def test_a_score_that_was_not_recorded_is_named(
    verified: Callable[..., str], files: dict[str, Path], tmp_path: Path
) -> None:
    metrics = json.loads((tmp_path / "run/metrics.json").read_text())
    del metrics["last"]["map_at_r"]
    (tmp_path / "run/metrics.json").write_text(json.dumps(metrics))
    with pytest.raises(PrismError, match=r"metrics\.json has no map_at_r: train the run again"):
        verify_run(tmp_path / "run", files["index"], files["features"])


@pytest.mark.parametrize(
    ("value", "recorded", "flipped"), [(0.5, 0.5, 0), (0.5, 0.5 + 1e-12, 0), (0.5, 0.51, 1), (0.75, 0.5, 25)]
)
def test_a_flipped_neighbour_costs_a_hundredth_of_a_score_over_a_hundred_queries(
    value: float, recorded: float, flipped: int
) -> None:
    assert flipped_neighbours(value, recorded, queries=100) == flipped


@pytest.mark.parametrize(("precision", "allowed"), [("float32", 8), ("tf32", 16), ("bfloat16", 40)])
def test_the_fewer_bits_the_more_neighbours_may_flip(
    settings_of: Callable[..., RunSettings], precision: Precision, allowed: int
) -> None:
    head = settings_of("mcl")
    whole = head.model_copy(update={"end_to_end": EndToEnd(precision=precision)})
    assert _allowed(8131, whole) == allowed
    assert (_allowed(8131, head), _allowed(70, head)) == (8, 1)
