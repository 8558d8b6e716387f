"""What is known of a dataset: where its files are, what is in them, and how they are split."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

Split = Literal["train", "test", "query"]


@dataclass(frozen=True)
class RemoteFile:
    name: str  # in the folder raw/
    urls: tuple[str, ...]  # tried in this order; none where only a hand can fetch it
    checksum: str | None = None  # "md5:...", "sha256:..." or its "sha256-prefix:..."; None where nobody published one
    size: int | None = None  # bytes
    unpack: bool = True  # an archive, whose members are put into raw/files/


@dataclass(frozen=True)
class UrlList:
    """Images that are published as a list of addresses only, some of which are gone."""

    file: str  # the RemoteFile that is the list
    read: Callable[[Path], dict[str, str]]  # path below raw/files/: address
    enough: float  # the share that must be there for the run to go on; all of them train


class Entry(NamedTuple):
    """One image of a dataset."""

    path: str  # below the folder of files
    class_name: str
    split: Split
    crop: tuple[int, int, int, int] | None = None  # left, upper, right, lower: a query is part of its image


class Count(NamedTuple):
    images: int
    classes: int | None = None  # None where nobody has counted them


@dataclass(frozen=True)
class Source:
    title: str
    files: tuple[RemoteFile, ...]
    entries: Callable[[Path], list[Entry]]  # all images below the folder of files
    expected: dict[Split, Count]  # what `entries` must find
    licence: str
    citation: str
    by_hand: str | None = None  # what to do where a file has no address that answers
    url_list: UrlList | None = None
