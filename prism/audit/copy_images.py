"""Copy images into a new folder of classes, which is there whole or not at all."""

import secrets
import shutil
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from prism.errors import PrismError


class Placed(NamedTuple):
    """An image with the class that it is in, and the class that it goes to."""

    path: str
    given_label: str
    label: str


def copy_images(images: Sequence[Placed], folder: Path, new: Path) -> list[tuple[str, str]]:
    """Copy images of `folder` into `new`, a folder for each class; return which of them had to be renamed, and to what.

    Links are copied as the files that they lead to, and files keep their times. An image that stays in its class keeps
    its name; one that comes to it gets a number behind its name if the name is taken.
    """
    _check_folders(folder, new)
    for label in sorted({image.label for image in images}):
        _check_class(label)
    whole = new.resolve()
    temporary = whole.with_name(f".{whole.name}.{secrets.token_hex(4)}")
    try:
        temporary.mkdir(parents=True)
        renamed = _copy(images, folder, temporary)
        temporary.replace(whole)
    except OSError as error:
        raise PrismError(f"{new} could not be made ({error}): mend that and try again.") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return renamed


def _copy(images: Sequence[Placed], folder: Path, new: Path) -> list[tuple[str, str]]:
    renamed = []
    for image in sorted(images, key=lambda image: image.label != image.given_label):
        place = PurePosixPath(image.label, _name_in_class(image))
        target = new / place
        target.parent.mkdir(parents=True, exist_ok=True)
        number = 2
        # The file system itself says whether a name is taken: on some, a.png and A.PNG are one file.
        while target.exists():
            target = new / place.with_name(f"{place.stem}-{number}{place.suffix}")
            number += 1
        shutil.copy2(folder / image.path, target)
        if target != new / place:
            renamed.append((image.path, target.relative_to(new).as_posix()))
    return renamed


def _name_in_class(image: Placed) -> str:
    """Return the path of an image below the folder of its class; its file name where it lies elsewhere."""
    path = PurePosixPath(image.path)
    # A path from a user's file of labels may climb out of its class.
    if image.path.startswith(f"{image.given_label}/") and ".." not in path.parts:
        return str(path.relative_to(image.given_label))
    return path.name


def _check_folders(folder: Path, new: Path) -> None:
    """Raise an error if copying into `new` could harm anything that is there already."""
    source, target = folder.resolve(), new.resolve()
    if target.is_relative_to(source):
        raise PrismError(f"{new} lies in {folder}, into which nothing is written: name a folder elsewhere.")
    if source.is_relative_to(target):
        raise PrismError(f"{folder} lies in {new}, which must be new: name a folder elsewhere.")
    if new.is_symlink() or (new.exists() and (not new.is_dir() or any(new.iterdir()))):
        raise PrismError(f"{new} exists and is not an empty folder: name a new folder.")


def _check_class(label: str) -> None:
    """Raise an error if a class cannot be a folder, or would be one outside of the new folder."""
    parts = label.split("/")
    if any(part.strip() in ("", ".", "..") for part in parts) or "\\" in label or "\0" in label:
        raise PrismError(f"The class {label!r} cannot be a folder: give it a name without '..', '\\' and empty parts.")
