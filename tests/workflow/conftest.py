"""A copy of the project in which the smoke study has been run once, by the real workflow on real data."""

import shutil
from pathlib import Path

import pytest

from project import ROOT, Project, fresh_copy


@pytest.fixture(scope="session")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Return a fresh copy, in which nothing has run."""
    return fresh_copy(tmp_path_factory.mktemp("clone"))


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Return a copy in which the smoke study is finished; tests must not change it."""
    project = fresh_copy(tmp_path_factory.mktemp("finished"))
    downloaded = ROOT / "data/glyphs/raw"
    if downloaded.exists():  # the download rule checks these files, but does not fetch them again
        shutil.copytree(downloaded, project.folder / "data/glyphs_slice/raw", ignore=shutil.ignore_patterns("*.json"))
    result = project.snakemake()
    assert result.returncode == 0, result.stderr
    return project


@pytest.fixture
def changed(finished: Project, tmp_path: Path) -> Project:
    """Return a copy of the finished project, for a test to change."""
    return Project(Path(shutil.copytree(finished.folder, tmp_path / "project", symlinks=True)))
