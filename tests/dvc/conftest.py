"""A clone in which `dvc repro` has been run once, on a study that takes seconds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from project import fresh_copy
from repository import Repository, initialised
from tiny import add_tiny_study


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the checksums that DVC remembers for the whole machine in a folder of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DVC_SITE_CACHE_DIR", str(tmp_path_factory.mktemp("dvc")))
        yield


@pytest.fixture(scope="session")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """Return a repository with the study `tiny`, in which nothing has run."""
    project = fresh_copy(tmp_path_factory.mktemp("origin"))
    add_tiny_study(project)
    return initialised(project)


@pytest.fixture(scope="session")
def clone(origin: Repository, tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return origin.clone(tmp_path_factory.mktemp("clone") / "project")


@pytest.fixture(scope="session")
def first_repro(clone: Repository) -> str:
    """Run `dvc repro` in a clean clone, and return what it prints."""
    return clone.do("dvc repro")


@pytest.fixture(scope="session")
def finished(clone: Repository, first_repro: str) -> Repository:
    """Return the clone after `dvc repro`, with its dvc.lock committed."""
    assert first_repro
    clone.commit("results")
    return clone


@pytest.fixture
def changed(finished: Repository, tmp_path: Path) -> Repository:
    """Return a copy of the finished clone, for a test to change."""
    return finished.copy(tmp_path / "project")
