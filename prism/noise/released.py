"""Fetch a list of labels that the paper's authors released, and its companion of images with a right label."""

import shutil
from pathlib import Path

from prism.data.fetch import fetch
from prism.data.remote import RemoteFile
from prism.io.files import atomic, existing
from prism.noise.authors import ListFiles, check_released
from prism.noise.authors_lists import released_list


def fetch_list(kind: str, noise: str, output: ListFiles, folder: Path | None) -> None:
    """Put a released list and its companion into the files of `output`.

    They come from `folder` if the user has them there, else from the repository.
    """
    released = released_list(kind, noise)
    if folder is None:
        fetch(released.labels, output.labels.parent).replace(output.labels)
        fetch(released.clean, output.clean.parent).replace(output.clean)
        return
    found = [_checked(folder, released.labels), _checked(folder, released.clean)]
    for path, target in zip(found, output, strict=True):
        with atomic(target) as temporary:
            shutil.copyfile(path, temporary)


def _checked(folder: Path, file: RemoteFile) -> Path:
    """Return the path of a file in a folder of the user's, which must be as the authors released it."""
    path = existing(folder / file.name)
    check_released(path, file)
    return path
