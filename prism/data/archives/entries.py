"""List the images of a published dataset, and check that they are all there."""

from pathlib import Path

from prism.data.entry import Count, Entry, Split
from prism.data.source import ArchiveSource
from prism.errors import PrismError


def checked_entries(source: ArchiveSource, files: Path, missing: int) -> list[Entry]:
    """Return all images below the folder `files`; `missing` training images of a list of addresses may be absent."""
    entries = source.entries(files)
    absent = [entry.path for entry in entries if not (files / entry.path).is_file()]
    if absent:
        raise PrismError(
            f"{files} lacks {len(absent):,} of the images of {source.title}, the first of them {absent[0]}: "
            "get the dataset again."
        )
    for split, expected in source.expected.items():
        found = _count(entries, split)
        if not _is_as_expected(found, expected, missing if split == "train" else 0):
            raise PrismError(
                f"{files} has {_describe(found)} in the {split} split of {source.title} instead of "
                f"{_describe(expected)}: check that it holds the whole dataset and nothing else."
            )
    return entries


def _count(entries: list[Entry], split: Split) -> Count:
    class_names = [entry.class_name for entry in entries if entry.split == split]
    return Count(len(class_names), len(set(class_names)))


def _is_as_expected(found: Count, expected: Count, missing: int) -> bool:
    if not expected.images - missing <= found.images <= expected.images:
        return False
    # Where images are missing, all images of a small class may be.
    return missing > 0 or expected.classes in (None, found.classes)


def _describe(count: Count) -> str:
    return f"{count.images:,} images" + (f" of {count.classes:,} classes" if count.classes is not None else "")
