from pathlib import Path

import pytest

from prism.io.records import write_record
from prism.judge.paper import SECONDS
from prism.judge.times import timed_blocks
from records import timing_record


def written(path: Path, dataset: str, **blocks: list[float]) -> Path:
    write_record(path, timing_record(blocks, dataset))
    return path


def test_each_turn_counts_as_a_seed(tmp_path: Path) -> None:
    files = [
        written(tmp_path / "cub.json", "cub", mcl=[0.1, 0.2], ms=[0.3, 0.4]),
        written(tmp_path / "cars.json", "cars", mcl=[0.5, 0.6]),
        written(tmp_path / "again.json", "cub", mcl=[9.0, 9.0]),
    ]
    assert timed_blocks(files).values.tolist() == [
        ["cub", "clean", "mcl", 0, pytest.approx(100)],
        ["cub", "clean", "mcl", 1, pytest.approx(200)],
        ["cub", "clean", "ms", 0, pytest.approx(300)],
        ["cub", "clean", "ms", 1, pytest.approx(400)],
        ["cars", "clean", "mcl", 0, pytest.approx(500)],
        ["cars", "clean", "mcl", 1, pytest.approx(600)],
    ]


def test_a_study_without_times_has_none() -> None:
    assert timed_blocks([]).empty
    assert SECONDS in timed_blocks([])
