from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from prism.errors import PrismError
from prism.io.files import read_json, write_json
from prism.io.records import write_record
from prism.results.collect import write_collected
from prism.results.metrics import summarise
from prism.results.run import RunFolder
from records import run_record, run_settings

DETECTION = {"precision": 0.9, "recall": 0.8, "f1": 0.85, "auroc": 0.95}


def write_run(results: Path, method: str, seed: int, score: float, detection: dict[str, float] | None = None) -> Path:
    curve: list[dict[str, Any]] = [
        {"iteration": 0, "precision_at_1": 0.1, "map_at_r": 0.1},
        {"iteration": 5, "precision_at_1": score + 0.1, "map_at_r": 0.2, "loss": 1.0},
        {"iteration": 10, "precision_at_1": score, "map_at_r": 0.2, "loss": 0.5},
    ]
    folder = RunFolder(results / method / str(seed))
    settings = run_settings(method, seed)
    checksums = {"index": "i", "noise": "n"}
    write_record(folder.metrics, summarise(settings, checksums, curve, detection))
    write_record(folder.record, run_record(settings, commit="abc", data_sha256=checksums))
    return folder.metrics


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    return [
        write_run(tmp_path, "mcl_prism", 0, 0.5, DETECTION),
        write_run(tmp_path, "mcl", 1, 0.4),
        write_run(tmp_path, "mcl", 0, 0.3),
    ]


def test_one_row_a_run(runs: list[Path], tmp_path: Path) -> None:
    write_collected(runs, tmp_path / "metrics.csv")
    table = pd.read_csv(tmp_path / "metrics.csv")
    assert list(zip(table["method"], table["seed"], strict=True)) == [("mcl", 0), ("mcl", 1), ("mcl_prism", 0)]
    assert table.iloc[2].to_dict() == {
        "dataset": "emoji",
        "noise": "symmetric-20",
        "method": "mcl_prism",
        "seed": 0,
        "precision_at_1": 0.5,
        "map_at_r": 0.2,
        "iteration": 10,
        "best_precision_at_1": 0.6,
        "best_map_at_r": 0.2,
        "best_iteration": 5,
        "detection_precision": 0.9,
        "detection_recall": 0.8,
        "detection_f1": 0.85,
        "detection_auroc": 0.95,
        "seconds_per_1000_iterations": 2.5,
        "commit": "abc",
        "index_sha256": "i",
        "noise_sha256": "n",
    }
    assert table["detection_f1"].isna().tolist() == [True, True, False]  # mcl has no filter


def test_the_curves_stand_beside(runs: list[Path], tmp_path: Path) -> None:
    write_collected(runs, tmp_path / "metrics.csv")
    curves = pd.read_csv(tmp_path / "curves.csv")
    assert list(curves)[:4] == ["dataset", "noise", "method", "seed"]
    assert curves["iteration"].tolist() == [0, 5, 10] * 3
    assert curves["precision_at_1"].tolist() == pytest.approx([0.1, 0.4, 0.3, 0.1, 0.5, 0.4, 0.1, 0.6, 0.5])


def test_the_means_over_seeds_stand_beside(runs: list[Path], tmp_path: Path) -> None:
    """The DVC metric: 0.35 is the mean of 0.3 and 0.4."""
    write_collected(runs, tmp_path / "metrics.csv")
    means = read_json(tmp_path / "metrics.json")
    assert means == {
        "emoji": {
            "symmetric-20": {
                "mcl": {"precision_at_1": pytest.approx(0.35), "map_at_r": pytest.approx(0.2)},
                "mcl_prism": {"precision_at_1": 0.5, "map_at_r": 0.2},
            }
        }
    }


def test_a_score_that_a_run_does_not_have_is_left_out_of_its_means(runs: list[Path], tmp_path: Path) -> None:
    landmarks = read_json(runs[0])
    landmarks["last"] = {"iteration": 10, "precision_at_1": 0.5, "map_easy": 0.7}
    write_json(runs[0], landmarks)
    write_collected(runs, tmp_path / "metrics.csv")
    means = read_json(tmp_path / "metrics.json")["emoji"]["symmetric-20"]
    assert means["mcl_prism"] == {"precision_at_1": 0.5, "map_easy": 0.7}
    assert set(means["mcl"]) == {"precision_at_1", "map_at_r"}


def test_the_order_of_the_runs_does_not_matter(runs: list[Path], tmp_path: Path) -> None:
    write_collected(runs, tmp_path / "one/metrics.csv")
    write_collected(runs[::-1], tmp_path / "other/metrics.csv")
    for name in ("metrics.csv", "curves.csv"):
        one, other = (pd.read_csv(tmp_path / folder / name) for folder in ("one", "other"))
        pd.testing.assert_frame_equal(one, other, check_like=True)


@pytest.mark.parametrize("name", ["metrics.json", "run.json"])
def test_a_missing_file_is_told_and_nothing_is_written(runs: list[Path], tmp_path: Path, name: str) -> None:
    runs[1].with_name(name).unlink()
    with pytest.raises(PrismError, match=f"{name} does not exist"):
        write_collected(runs, tmp_path / "out/metrics.csv")
    assert not (tmp_path / "out").exists()
