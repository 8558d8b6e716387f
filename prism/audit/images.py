"""A user's images with the classes that were given to them."""

import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import numpy as np
from numpy.typing import NDArray

from prism.audit.label_files import read_label_file
from prism.data.folder.listing import images_below
from prism.errors import PrismError

NO_CLASS = "it has no class: it lies in no folder of a class"
KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a named pipe", stat.S_IFSOCK: "a socket"}


@dataclass(frozen=True)
class Problem:
    """A file that could not be taken as an image."""

    path: str  # as in LabelledImages.paths
    why: str  # "truncated", "not an image", ...


@dataclass(frozen=True)
class LabelledImages:
    """A user's images with the classes that were given to them."""

    root: Path  # the folder that the paths are below
    paths: list[str]  # relative to root, with /, ordered by class and path (of a CSV or JSON: in its order)
    classes: list[str]  # names of the classes, sorted; a nested class is "animals/cats"
    labels: NDArray[np.int64]  # (N,) given label of each image, an index into classes
    problems: list[Problem]  # files that could not be taken as images; they are not in paths

    def without(self, rows: dict[int, str]) -> "LabelledImages":
        """Return the images without these rows, each of which becomes a problem that says why."""
        kept = [row for row in range(len(self.paths)) if row not in rows]
        more = [Problem(self.paths[row], why) for row, why in sorted(rows.items())]
        named = [(self.paths[row], self.classes[self.labels[row]]) for row in kept]
        return _labelled(self.root, named, self.problems + more)


def list_images(root: Path, labels: Path | None = None) -> LabelledImages:
    """Return the images below the root, by a folder for each class, or those that a CSV or JSON file lists.

    Nothing is opened but the file of labels. Paths of that file may be absolute or lead out of the root: images are
    only read. A path inside of the root becomes relative to it.
    """
    if not root.is_dir():
        raise PrismError(f"{root} is not a folder: give the folder of the images.")
    images = _from_folders(root) if labels is None else _from_file(root, labels)
    check_usable(images, labels)
    return images


def check_usable(images: LabelledImages, labels: Path | None = None) -> None:
    """Refuse images of less than two classes; `labels` is the file that lists them, if there is one."""
    source = labels or images.root
    if not images.paths:
        first = f" (the first of {len(images.problems)}: {_told(images.problems[0])})" if images.problems else ""
        raise PrismError(f"{source} has no image that could be used{first}: {_remedy(labels)}.")
    if len(images.classes) < 2:
        raise PrismError(
            f"{source} has one class alone, {images.classes[0]!r}, so that no label can be told from another: "
            f"{_remedy(labels)}."
        )


def _remedy(labels: Path | None) -> str:
    if labels is None:
        return "make a folder for each class, or give a CSV of path,label with --labels"
    return "check that its paths are below the folder of the images, and its labels"


def _told(problem: Problem) -> str:
    """Return a problem for the middle of a sentence; its path may have characters that break the line."""
    return f"{ascii(problem.path) if not problem.path.isprintable() else problem.path}: {problem.why}"


def _from_folders(root: Path) -> LabelledImages:
    found = images_below(root)
    problems = [Problem(_printable(path), f"the folder cannot be opened: {why}") for path, why in found.unreadable]
    problems += [Problem(_printable(path), "a link to a folder that is listed already") for path in found.repeated]
    named = []
    for class_name, path in found.images:
        if why := _name_problem(path) or ("" if class_name else NO_CLASS) or file_problem(root / path):
            problems.append(Problem(_printable(path), why))
        else:
            named.append((path, class_name))
    return _labelled(root, named, problems)


def _from_file(root: Path, labels: Path) -> LabelledImages:
    """Return the images that a file lists, in its order; one that it lists twice with one label counts once."""
    listed: dict[str, str] = {}
    problems: list[Problem] = []
    contradicted: set[str] = set()
    for name, label, why in read_label_file(labels):
        path = _relative(root, name)
        if why or (why := _name_problem(path) or _name_problem(label) or file_problem(root / path)):
            problems.append(Problem(_printable(path), why))
        elif listed.setdefault(path, label) != label and path not in contradicted:
            contradicted.add(path)
            problems.append(Problem(path, f"listed with several labels: {listed[path]}, {label}"))
    named = [(path, label) for path, label in listed.items() if path not in contradicted]
    return _labelled(root, named, problems)


def _labelled(root: Path, named: Iterable[tuple[str, str]], problems: list[Problem]) -> LabelledImages:
    """Return images from their paths and the names of their classes, in this order."""
    named = list(named)
    classes = sorted({name for _, name in named})
    number = {name: label for label, name in enumerate(classes)}
    labels = np.array([number[name] for _, name in named], dtype=np.int64)
    return LabelledImages(root, [path for path, _ in named], classes, labels, problems)


def file_problem(path: Path) -> str | None:
    """Return why a path is no file that can be read, or None; nothing is opened, as a pipe would block."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return "a link to nothing" if path.is_symlink() else "missing"
    except (OSError, ValueError) as error:  # a ValueError of a path with a zero byte
        return str(getattr(error, "strerror", None) or error).lower()
    if stat.S_ISREG(mode):
        return None
    return f"{KINDS.get(stat.S_IFMT(mode), 'a device')}, not a file"


def _relative(root: Path, name: str) -> str:
    """Return a listed path relative to the root if it is written as one inside of it, and as it is otherwise."""
    path = PurePosixPath(name)
    if path.is_absolute() and path.is_relative_to(root.absolute()):
        return path.relative_to(root.absolute()).as_posix()
    return path.as_posix()  # without repeated slashes and dots


def _name_problem(path: str) -> str | None:
    """Return why the name of an image or of a class cannot be written into a CSV or a page, or None."""
    return None if _printable(path) == path else "its name is not UTF-8"


def _printable(path: str) -> str:
    """Return a path in which the parts that are not UTF-8 are written out as \\udcNN."""
    return path.encode("utf-8", "backslashreplace").decode()
