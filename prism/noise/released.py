"""Fetch a list of labels that the paper's authors released."""

import shutil
from pathlib import Path

from prism.data.fetch import fetch
from prism.io.files import atomic, existing
from prism.noise.authors import released_list


def fetch_list(kind: str, noise: str, output: Path, folder: Path | None) -> None:
    """Put a released list into the file `output`: from `folder` if the user has it there, else from the repository."""
    file = released_list(kind, noise).file
    source = existing(folder / file.name) if folder is not None else fetch(file, output.parent)
    with atomic(output) as temporary:
        shutil.copyfile(source, temporary)
    if folder is None:
        source.unlink()
