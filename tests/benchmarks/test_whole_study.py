"""The time that a finished study took, read from the files that Snakemake leaves."""

import json
import os
from pathlib import Path

import pytest

from benchmarks.whole_study import measure

HEAD = "s\th:m:s\tmax_rss\tmax_vms\tmax_uss\tmax_pss\tio_in\tio_out\tmean_load\tcpu_time\n"


def job(name: str, began: float, took: float, cpu: float) -> None:
    path = Path("logs/mini/benchmarks") / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{HEAD}{took}\t-\t1\t1\t1\t1\t1\t1\t1\t{cpu}\n")
    os.utime(path, (began + took, began + took))


@pytest.fixture(autouse=True)
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the files of a study with two jobs side by side, then one alone: 600 s of a command that took 800 s."""
    monkeypatch.chdir(tmp_path)
    Path("results/mini").mkdir(parents=True)
    Path("results/mini/report.html").touch()
    job("train/a.tsv", began=1000, took=400, cpu=400)
    job("train/b.tsv", began=1000, took=300, cpu=240)
    job("report.tsv", began=1400, took=200, cpu=200)
    commands = [(900.0, 1700.0, 1280.0), (2000.0, 2001.0, 1.0)]  # the second had nothing to do
    lines = [json.dumps({"began": began, "ended": ended, "cpu_seconds": cpu}) for began, ended, cpu in commands]
    Path("logs/mini/usage.jsonl").write_text("\n".join(lines))


def test_wall_time_and_how_busy_two_cores_were() -> None:
    wall, busy = measure()
    assert (wall.ours, wall.unit, wall.met) == (800 / 60, "min", True)
    assert (busy.ours, busy.unit, busy.met) == (80, "%", False)  # 1,280 of 2 x 800 s


def test_a_study_that_no_single_command_ran_is_not_measured(capsys: pytest.CaptureFixture[str]) -> None:
    Path("logs/mini/usage.jsonl").write_text(json.dumps({"began": 1100, "ended": 1700, "cpu_seconds": 9}))
    assert list(measure()) == []
    assert "several commands of Snakemake ran it" in capsys.readouterr().err
    Path("logs/mini/usage.jsonl").unlink()
    assert list(measure()) == []


def test_a_study_that_is_not_finished_or_was_paused_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    job("figures/late.tsv", began=2000, took=10, cpu=10)
    assert list(measure()) == []
    assert "not run here, or not in one go" in capsys.readouterr().err
    Path("results/mini/report.html").unlink()
    assert list(measure()) == []
