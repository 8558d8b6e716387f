"""Find the images below a folder whose subfolders are classes."""

import os
from collections import deque
from pathlib import Path
from typing import NamedTuple

SUFFIXES = {".bmp", ".gif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}


class Listing(NamedTuple):
    """The images below a folder; all paths are relative to it, with slashes."""

    images: list[tuple[str, str]]  # class and path, sorted; the class is "" for an image that is in no subfolder
    unreadable: list[tuple[str, str]]  # folders that could not be opened, and why
    repeated: list[str]  # links to folders that are listed under another name already


def images_below(root: Path) -> Listing:
    """Return every image below the root; its class is its folder, which may be nested: "animals/cats".

    Hidden files and folders are passed over, and so are files that are no images by their suffix. A link to a folder
    is followed unless that folder is listed already, so that links in a circle end; folders come before links to them.
    """
    found = Listing([], [], [])
    folders, links = deque([""]), deque[str]()
    seen: set[tuple[int, int]] = set()
    while folders or links:
        name = (folders or links).popleft()
        try:
            status = (root / name).stat()
            if (status.st_dev, status.st_ino) in seen:
                found.repeated.append(name)
                continue
            seen.add((status.st_dev, status.st_ino))
            with os.scandir(root / name) as entries:
                for entry in sorted(entries, key=lambda entry: entry.name):
                    path = f"{name}/{entry.name}" if name else entry.name
                    if entry.name.startswith("."):
                        continue
                    if _is_folder(entry):
                        (links if entry.is_symlink() else folders).append(path)
                    elif Path(entry.name).suffix.lower() in SUFFIXES:
                        found.images.append((name, path))
        except OSError as error:
            found.unreadable.append((name, (error.strerror or str(error)).lower()))
    found.images.sort()
    return found


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    """Return whether a name leads to a folder; a link that cannot be followed leads to none."""
    try:
        return entry.is_dir()
    except OSError:
        return False
