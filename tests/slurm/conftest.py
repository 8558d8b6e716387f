"""A SLURM cluster, and a project in which the study `pilot` was run on it by the README's command."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cluster import missing, running
from project import ROOT, Project, fresh_copy


@pytest.fixture(scope="session", autouse=True)
def slurm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Run a cluster during the tests of this directory."""
    if (lacking := missing()) is not None:
        pytest.skip(lacking)
    with running(tmp_path_factory.mktemp("slurm") / "cluster"):
        yield


@pytest.fixture(scope="session")
def readme_command() -> list[str]:
    """Return the command of the README that tries a cluster."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^    (snakemake --profile slurm all_tables --config study=pilot)\b", readme, re.MULTILINE)
    return str(command).split()


@pytest.fixture(scope="session")
def piloted(slurm: None, readme_command: list[str], tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Return a fresh copy in which the README's command has run."""
    project = fresh_copy(tmp_path_factory.mktemp("piloted"))
    downloaded = ROOT / "data/glyphs/raw"
    if downloaded.exists():  # the download rule checks these files, but does not fetch them again
        shutil.copytree(downloaded, project.folder / "data/glyphs_slice/raw", ignore=shutil.ignore_patterns("*.json"))
    result = project.run("timeout", "--signal=KILL", "600", *readme_command)
    assert result.returncode == 0, result.stdout + result.stderr
    return project


@pytest.fixture
def prepared(piloted: Project, tmp_path: Path) -> Project:
    """Return a copy with data and noise but without runs, in which Snakemake asks for its jobs more often."""
    folder = tmp_path / "project"
    shutil.copytree(piloted.folder, folder, symlinks=True, ignore=shutil.ignore_patterns("runs", "tables", "logs"))
    project = Project(folder)
    project.edit("workflow/profiles/slurm/profile.yaml", "before-status-checks: 10 ", "before-status-checks: 3 ")
    return project
