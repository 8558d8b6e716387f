"""Files of which Snakemake has no records are found."""

import sys
from pathlib import Path

import pytest

from project import ROOT, Project

sys.path.insert(0, str(ROOT))
from workflow.records import all_unknown


def test_what_snakemake_made_is_known_to_it(finished: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(finished.folder)
    made = sorted(str(path) for path in Path("results/smoke/runs").rglob("run.json"))
    assert made
    assert not all_unknown(made)
    assert not all_unknown(["absent", made[0]])
    assert all_unknown(["params.yaml"])


def test_where_nothing_is_there_nothing_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert not all_unknown(["absent"])
    Path("present").touch()
    assert all_unknown(["absent", "present"])
