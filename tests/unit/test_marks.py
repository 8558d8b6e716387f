"""Marks tell what a test needs, so that `-m "not workflow"` leaves out all that it should."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
DIRECTORIES = {path.name for path in TESTS.iterdir() if path.is_dir() and path.name not in ("support", "__pycache__")}
RUN_SNAKEMAKE = {"workflow", "dvc", "slurm"}


def test_every_directory_has_a_registered_mark(request: pytest.FixtureRequest) -> None:
    registered = {line.partition(":")[0] for line in request.config.getini("markers")}
    assert registered >= DIRECTORIES


def test_every_test_lies_in_a_directory() -> None:
    assert list(TESTS.glob("test_*.py")) == []


def test_every_test_has_the_mark_of_its_directory(request: pytest.FixtureRequest) -> None:
    for item in request.session.items:
        assert item.get_closest_marker(item.path.relative_to(TESTS).parts[0]), item.nodeid


@pytest.mark.parametrize("directory", sorted(DIRECTORIES - RUN_SNAKEMAKE))
def test_elsewhere_a_file_that_runs_snakemake_is_marked_by_hand(directory: str) -> None:
    """A copy of the project is made to run Snakemake in it, and nothing else."""
    runs = re.compile(r"\bfresh_copy\(|\.snakemake\(")
    for path in (TESTS / directory).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path != Path(__file__) and runs.search(text):
            assert "pytest.mark.workflow" in text, path
