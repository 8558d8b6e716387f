"""Decode image files into an image store, in parts, so that an interrupted job continues where it stopped."""

import csv
import hashlib
import json
import shutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from prism.data.decode import decode
from prism.data.entry import Entry
from prism.data.settings import Images, Resize
from prism.data.store import StoredImage, join_stores, write_store
from prism.errors import PrismError
from prism.io.files import atomic, read_json, write_json

PART = 512  # images
MOST_UNREADABLE = 0.01  # share of the images
LEFT_OUT, KEPT = "left out", "kept as RGB"


class Problem(NamedTuple):
    """A row of problems.csv."""

    path: str
    problem: str
    done: str


class Target(NamedTuple):
    """The size that images are stored in; unlike the settings it is taken from, a process can be sent it."""

    resize: Resize
    size: int


def prepare_images(entries: list[Entry], files: Path, folder: Path, images: Images, threads: int) -> None:
    """Decode every image once into the store in `folder`, and list in problems.csv those that were not plain RGB."""
    parts = _make_parts(entries, files, folder / ".parts", Target(images.resize, images.size), threads)
    problems = [Problem(*row) for part in parts for row in read_json(part / "problems.json")]
    _write_problems(folder / "problems.csv", problems)
    unreadable = sum(problem.done == LEFT_OUT for problem in problems)
    if unreadable > MOST_UNREADABLE * len(entries):
        raise PrismError(
            f"{unreadable} of {len(entries)} images below {files} cannot be read: "
            f"mend them as {folder / 'problems.csv'} says, and prepare again."
        )
    join_stores(folder, parts)
    shutil.rmtree(folder / ".parts")


def _make_parts(entries: list[Entry], files: Path, folder: Path, target: Target, threads: int) -> list[Path]:
    """Return the folders of stores of PART images each; parts that an earlier job has finished are not made again."""
    if not entries:
        raise PrismError(f"There are no images below {files}: check the dataset's root or archive.")
    chunks = [entries[start : start + PART] for start in range(0, len(entries), PART)]
    parts = []
    try:
        with ProcessPoolExecutor(threads) as pool:
            made = pool.map(_make_part, range(len(chunks)), chunks, repeat(files), repeat(folder), repeat(target))
            with tqdm(desc="images", total=len(entries), unit="image", disable=None) as bar:
                for part, chunk in zip(made, chunks, strict=True):
                    parts.append(part)
                    bar.update(len(chunk))
    except BrokenProcessPool as error:
        raise PrismError(
            f"A process that decodes images was killed, probably for want of memory after {len(parts)} parts: "
            "prepare again, with fewer threads, and it goes on from there."
        ) from error
    return parts


def _make_part(number: int, entries: list[Entry], files: Path, folder: Path, target: Target) -> Path:
    part = folder / f"{number:05}-{_fingerprint(entries, files, target)}"
    if not (part / "index.parquet").exists():  # the index is the last file of a part to be written
        write_store(part, _decode_entries(entries, files, target, part / "problems.json"))
    return part


def _decode_entries(entries: list[Entry], files: Path, target: Target, problems_path: Path) -> Iterator[StoredImage]:
    """Yield the images that can be read; then write the problems that there were with them and with the others."""
    problems = []
    for entry in entries:
        pixels, checksum, note, problem = decode(files / entry.path, entry.crop, target.resize, target.size)
        if note or problem:
            problems.append(Problem(entry.path, problem or note or "", LEFT_OUT if problem else KEPT))
        if pixels is not None and checksum is not None:
            yield StoredImage(entry.path, entry.class_name, checksum, pixels, entry.split)
    write_json(problems_path, problems)


def _fingerprint(entries: list[Entry], files: Path, target: Target) -> str:
    """Return a digest of everything that decides a part: its entries, their files and the size of stored images."""
    made_of = [target.resize, target.size, [(*entry, *_size_and_time(files / entry.path)) for entry in entries]]
    return hashlib.sha256(json.dumps(made_of).encode()).hexdigest()[:16]


def _size_and_time(path: Path) -> tuple[int, int]:
    """Return the bytes and the time of the last change of a file; zeros if it cannot be read."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


def _write_problems(path: Path, problems: list[Problem]) -> None:
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(Problem._fields)
        writer.writerows(problems)
