"""The images of a dataset, if they are what they should be."""

from pathlib import Path

from prism.data.source import Count, Entry, Source, Split
from prism.errors import PrismError


def checked_entries(source: Source, files: Path, missing: int) -> list[Entry]:
    """All images below the folder `files`; `missing` images of a list of addresses may be absent."""
    entries = source.entries(files)
    absent = [entry.path for entry in entries if not (files / entry.path).is_file()]
    if absent:
        raise PrismError(
            f"{files} lacks {len(absent):,} of the images of {source.title}, the first of them {absent[0]}: "
            "get the dataset again."
        )
    for split, expected in source.expected.items():
        found = _count(entries, split)
        if not _fits(found, expected, missing if split == "train" else 0):
            raise PrismError(
                f"{files} has {_text(found)} in the {split} split of {source.title} instead of {_text(expected)}: "
                "check that it holds the whole dataset and nothing else."
            )
    return entries


def _count(entries: list[Entry], split: Split) -> Count:
    chosen = [entry.class_name for entry in entries if entry.split == split]
    return Count(len(chosen), len(set(chosen)))


def _fits(found: Count, expected: Count, missing: int) -> bool:
    if not expected.images - missing <= found.images <= expected.images:
        return False
    return missing > 0 or expected.classes in (None, found.classes)  # a small class may be gone as a whole


def _text(count: Count) -> str:
    return f"{count.images:,} images" + (f" of {count.classes:,} classes" if count.classes is not None else "")
