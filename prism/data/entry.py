"""One image of a dataset, and how many of them a split has."""

from typing import Literal, NamedTuple

Split = Literal["train", "test", "query", "pretrain"]  # images to pretrain a network on are in no other split


class Entry(NamedTuple):
    """One image of a dataset."""

    path: str  # relative to the dataset's folder of files
    class_name: str
    split: Split
    crop: tuple[int, int, int, int] | None = None  # left, upper, right, lower: a query is a part of its image


class Count(NamedTuple):
    images: int
    classes: int | None = None  # None where nobody has counted them
