"""Every record reads back as it was written, and a file that does not fit gives one sentence."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from prism.errors import PrismError
from prism.io.records import read_record, write_record
from prism.results.log import read_log, write_log
from prism.results.run import RunFolder, RunRecord
from prism.results.settings import Timing, TimingSettings
from prism.results.timing import BlockTimes, MethodTimes, TimeQuartiles, TimingRecord, read_timing
from prism.results.verdicts import COLUMNS, Verdicts, write_verdicts
from records import PROVENANCE, run_record, run_settings

COUNTS = {"classes": 2, "samples": 4}
RECORD = run_record(run_settings(), commit=None, threads=2)


def test_the_record_of_a_run_reads_back(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    write_record(folder.record, RECORD)
    assert folder.read_record() == RECORD
    assert '"commit": null' in folder.record.read_text()
    for name in ("network", "only_clean"):  # a setting that is not set is not written
        assert f'"{name}"' not in folder.record.read_text()
    assert RECORD.hardware == "Some CPU <&>, 2 threads a run"


def test_the_record_of_a_measurement_reads_back(tmp_path: Path) -> None:
    middle = {"median": 2.0, "lower_quartile": 1.5, "upper_quartile": 2.5}
    times = MethodTimes(
        seconds_per_iteration=BlockTimes(blocks=[1.0, 2.0, 3.0], **middle),
        seconds_per_5000_iterations=TimeQuartiles(**middle),
    )
    record = TimingRecord(
        settings=TimingSettings(runs=[run_settings()], how=Timing()), methods={"mcl": times}, **COUNTS, **PROVENANCE
    )
    write_record(tmp_path / "time.json", record)
    assert read_timing(tmp_path / "time.json") == record


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"samples": 4', '"samples": "many"', "samples: Input should be a valid integer"),
        ('"samples": 4', '"sampels": 4', "unknown key 'sampels'"),
        ('"samples": 4', '"samples": ', "Invalid JSON"),
    ],
)
def test_a_record_that_does_not_fit_is_told(tmp_path: Path, old: str, new: str, problem: str) -> None:
    path = tmp_path / "run.json"
    write_record(path, RECORD)
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(PrismError, match=problem) as error:
        read_record(path, RunRecord)
    assert str(error.value).endswith("delete it and make it again.")


def test_a_log_reads_back_and_a_broken_one_is_told(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    entries = [{"iteration": 0, "map_at_r": 0.1}, {"iteration": 5, "map_at_r": 0.2, "loss": 1.0}]
    write_log(path, entries)
    assert read_log(path) == entries
    path.write_text(path.read_text()[:-5])
    with pytest.raises(PrismError, match=r"log\.jsonl is not a training log"):
        read_log(path)


def test_verdicts_read_back_with_their_types_of_numbers(tmp_path: Path) -> None:
    verdicts = Verdicts(
        np.array([3, 5]), np.array([0.5, 0.25], np.float32), np.array([1, 0], np.int8), np.array([7, 9])
    )
    write_verdicts(tmp_path / "p_clean.parquet", verdicts)
    found = pd.read_parquet(tmp_path / "p_clean.parquet")
    assert list(found) == COLUMNS == ["index", "p_clean", "kept", "iteration"]
    for name in COLUMNS:
        assert found[name].dtype == getattr(verdicts, name).dtype
        assert found[name].tolist() == getattr(verdicts, name).tolist()
