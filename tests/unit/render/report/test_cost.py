from pathlib import Path

import pytest

from prism.errors import PrismError
from prism.render.report.cost import Spent, study_cost

HEAD = "s\th:m:s\tmax_rss\tcpu_time\n"


def write(path: Path, seconds: float, memory: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{HEAD}{seconds}\t0:00:01\t{memory}\t{2 * seconds}\n")


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    write(tmp_path / "shared/prepare/emoji.tsv", 5, 50)
    write(tmp_path / "own/train/emoji/clean/mcl/seed0.tsv", 10, 100)
    write(tmp_path / "own/train/emoji/clean/mcl@window=1/seed0.tsv", 20, 300)
    write(tmp_path / "own/train/emoji/clean/dropped/seed0.tsv", 1000, 1)
    write(tmp_path / "own/tables/symmetric.tsv", 1000, 1)
    return tmp_path


def test_a_line_a_rule_and_a_line_a_method(logs: Path) -> None:
    runs = ["emoji/clean/mcl/seed0", "emoji/clean/mcl@window=1/seed0"]
    cost = study_cost(logs / "own", logs / "shared", runs)
    assert cost.by_rule == [
        Spent("prepare", 1, 5, 10, 50),
        Spent("train", 2, 30, 60, 300),
    ]
    assert cost.by_method == [Spent("mcl", 2, 30, 60, 300)]
    assert (cost.jobs, cost.core_hours) == (3, 70 / 3600)


def test_nothing_is_known_where_nothing_ran(tmp_path: Path) -> None:
    assert study_cost(tmp_path / "own", tmp_path / "shared", []).jobs == 0


def test_a_broken_file_is_reported(logs: Path) -> None:
    (logs / "shared/prepare/emoji.tsv").write_text("nothing")
    with pytest.raises(PrismError, match=r"emoji\.tsv is not a benchmark file"):
        study_cost(logs / "own", logs / "shared", [])
