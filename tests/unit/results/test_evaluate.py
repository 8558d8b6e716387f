import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from prism.errors import PrismError
from prism.io.files import read_json, write_json
from prism.results.evaluate import write_metrics

LOG = [
    {"iteration": 0, "precision_at_1": 0.2, "map_at_r": 0.1},
    {"iteration": 10, "precision_at_1": 0.6, "map_at_r": 0.3, "loss": 2.0},
    {"iteration": 20, "precision_at_1": 0.6, "map_at_r": 0.5, "loss": 1.5},
    {"iteration": 30, "precision_at_1": 0.5, "map_at_r": 0.4, "loss": 1.0},
]
NOISE = {"index": [3, 5, 7, 9], "true": [0, 0, 1, 1], "given": [0, 1, 1, 0], "is_noisy": [False, True, False, True]}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A finished run of four training images, one of which no filter has seen."""
    write_json(tmp_path / "run.json", {"settings": {"seed": 0}, "data_sha256": {"noise": "ab"}, "commit": "c"})
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(record) + "\n" for record in LOG))
    save(tmp_path / "p_clean.parquet", index=[3, 5, 7, 9], p_clean=[0.9, 0.1, np.nan, 0.8], kept=[1, 0, -1, 1])
    save(tmp_path / "noise.parquet", **NOISE)
    return tmp_path


def save(path: Path, **columns: list[Any]) -> None:
    pd.DataFrame(columns).to_parquet(path)


def metrics(run: Path) -> dict[str, Any]:
    write_metrics(run, run / "noise.parquet")
    return read_json(run / "metrics.json")


def test_scores_are_those_of_the_last_iteration_and_of_the_best(run: Path) -> None:
    found = metrics(run)
    assert found["last"] == {"iteration": 30, "precision_at_1": 0.5, "map_at_r": 0.4}
    assert found["best_on_test"] == {"iteration": 10, "precision_at_1": 0.6, "map_at_r": 0.3}  # the first of two
    assert found["curve"] == LOG


def test_settings_and_checksums_are_kept_but_nothing_that_differs_between_equal_runs(run: Path) -> None:
    found = metrics(run)
    assert (found["settings"], found["data_sha256"]) == ({"seed": 0}, {"noise": "ab"})
    assert found.keys() == {"settings", "data_sha256", "last", "best_on_test", "curve", "detection"}


def test_detection_counts_what_the_filter_has_seen(run: Path) -> None:
    # Seen: a clean sample kept, a noisy one dropped, and a noisy one kept that still looked worse than the clean one.
    assert metrics(run)["detection"] == pytest.approx({"precision": 1.0, "recall": 0.5, "f1": 2 / 3, "auroc": 1.0})


def test_noise_of_other_images_is_told_and_nothing_is_written(run: Path) -> None:
    save(run / "noise.parquet", **NOISE | {"index": [3, 5, 9, 7]})
    with pytest.raises(PrismError, match=r"noise\.parquet are not of the same images"):
        write_metrics(run, run / "noise.parquet")
    assert not (run / "metrics.json").exists()


def test_there_is_no_detection_without_a_filter(run: Path) -> None:
    save(run / "p_clean.parquet", index=NOISE["index"], p_clean=[np.nan] * 4, kept=[-1] * 4)
    assert metrics(run)["detection"] is None


def test_there_is_no_detection_without_noise(run: Path) -> None:
    save(run / "noise.parquet", **NOISE | {"is_noisy": [False] * 4})
    assert metrics(run)["detection"] is None


def test_there_is_no_detection_where_nobody_knows_the_noise(run: Path) -> None:
    save(run / "noise.parquet", **NOISE | {"is_noisy": pd.array([pd.NA] * 4, dtype="boolean")})
    assert metrics(run)["detection"] is None


@pytest.mark.parametrize("name", ["run.json", "log.jsonl", "p_clean.parquet", "noise.parquet"])
def test_a_missing_file_is_told_and_nothing_is_written(run: Path, name: str) -> None:
    (run / name).unlink()
    with pytest.raises(PrismError, match=f"{name} does not exist"):
        write_metrics(run, run / "noise.parquet")
    assert not (run / "metrics.json").exists()
