from dataclasses import replace
from pathlib import Path

import pytest

from prism.data.archives.entries import checked_entries
from prism.data.entry import Count, Entry
from prism.data.source import ArchiveSource
from prism.errors import PrismError

ENTRIES = [Entry("1.jpg", "a", "train"), Entry("2.jpg", "a", "train"), Entry("3.jpg", "b", "test")]
SOURCE = ArchiveSource(
    title="Toy",
    files=(),
    entries=lambda files: ENTRIES,
    expected={"train": Count(2, 1), "test": Count(1)},
    licence="free",
    citation="Ann",
)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for entry in ENTRIES:
        (tmp_path / entry.path).touch()
    return tmp_path


def test_counts_that_are_right_pass(files: Path) -> None:
    assert checked_entries(SOURCE, files, 0) == ENTRIES


@pytest.mark.parametrize(
    ("expected", "missing"),
    [(Count(3, 1), 0), (Count(4, 1), 1), (Count(1, 1), 1), (Count(2, 2), 0)],
    ids=["too few", "fewer than are missing", "too many", "classes"],
)
def test_counts_that_are_wrong_are_reported(files: Path, expected: Count, missing: int) -> None:
    with pytest.raises(PrismError) as caught:
        checked_entries(replace(SOURCE, expected={"train": expected}), files, missing)
    classes = f"{expected.images} images of {expected.classes} classes"
    assert str(caught.value) == (
        f"{files} has 2 images of 1 classes in the train split of Toy instead of {classes}: "
        "check that it holds the whole dataset and nothing else."
    )


def test_images_that_are_missing_from_a_list_are_allowed_for_in_training_only(files: Path) -> None:
    assert checked_entries(replace(SOURCE, expected={"train": Count(4, 3)}), files, 2) == ENTRIES
    with pytest.raises(PrismError, match="has 1 images of 1 classes in the test split of Toy instead of 2 images:"):
        checked_entries(replace(SOURCE, expected={"test": Count(2)}), files, 2)


def test_a_file_that_is_listed_but_not_there_is_reported(files: Path) -> None:
    (files / "2.jpg").unlink()
    with pytest.raises(PrismError, match=r"lacks 1 of the images of Toy, the first of them 2\.jpg"):
        checked_entries(SOURCE, files, 0)
