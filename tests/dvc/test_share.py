"""After `dvc push` here and `dvc pull` in another clone, neither tool has anything to do there."""

from pathlib import Path

import pytest

from plan import planned_methods
from repository import Repository

ADOPT = "make --old-file .venv/.ready adopt-results"  # without the install that `make` begins with


@pytest.fixture(scope="module")
def pulled(finished: Repository, tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """Return a second clone after `dvc pull`."""
    folder = tmp_path_factory.mktemp("shared")
    first = finished.copy(folder / "first")
    first.do(f"dvc remote add --default storage {folder / 'storage'}")
    first.commit("remote")
    first.do("dvc push")
    second = first.clone(folder / "second")
    second.do("dvc pull")
    assert second.stored() == finished.stored()
    return second


def test_snakemake_refuses_files_that_it_knows_nothing_of(pulled: Repository) -> None:
    """Without records Snakemake would not see a changed parameter, and would take old results for new ones."""
    result = pulled.run("snakemake", "--dry-run")
    assert result.returncode == 1
    assert "no record of the runs in results/tiny" in result.stderr.splitlines()[-1]
    assert "make adopt-results" in result.stderr.splitlines()[-1]


def test_a_tree_that_is_not_as_locked_is_not_adopted(pulled: Repository, tmp_path: Path) -> None:
    changed = pulled.copy(tmp_path / "project")
    changed.edit("params.yaml", "      m: 0.4\n", "      m: 0.3\n")
    result = changed.run(*ADOPT.split())
    assert result.returncode != 0
    assert "This folder is not as dvc.lock has it" in result.stdout
    assert not (changed.folder / ".snakemake/metadata").exists()


def test_after_adopting_the_results_neither_tool_has_anything_to_do(pulled: Repository, tmp_path: Path) -> None:
    second = pulled.copy(tmp_path / "project")
    stored = second.stored()
    second.do(ADOPT)
    assert "Nothing to be done" in second.do("snakemake results/tiny/report.html")  # the PDF is not stored
    assert "Data and pipelines are up to date." in second.do("dvc repro")
    assert second.stored() == stored

    second.edit("params.yaml", "      m: 0.4\n", "      m: 0.3\n")
    assert planned_methods(second.do("snakemake --dry-run")) == {"circle"}


def test_results_of_other_settings_are_not_stored(finished: Repository, tmp_path: Path) -> None:
    """A run on disk was trained with other settings than params.yaml has, and Snakemake does not know it."""
    changed = finished.copy(tmp_path / "project")
    record = changed.folder / "results/tiny/runs/mine/natural/circle/seed0/run.json"
    record.write_text(record.read_text().replace('"m": 0.4', '"m": 0.3'))
    lock = (changed.folder / "dvc.lock").read_text()
    result = changed.run("dvc", "repro", "runs")
    assert result.returncode != 0
    assert "trained with other settings than params.yaml has" in result.stderr
    assert str(record.parent.relative_to(changed.folder)) in result.stderr
    assert (changed.folder / "dvc.lock").read_text() == lock
