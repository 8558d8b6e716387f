"""Getting a list of labels that the paper's authors released."""

import shutil
from pathlib import Path

from prism.data.fetch import fetch
from prism.io.files import atomic, existing
from prism.noise.authors import released_list


def fetch_list(kind: str, noise: str, output: Path, folder: Path | None) -> None:
    """Put the list into `output`: from `folder`, where the user has it already, or from the authors' repository."""
    file = released_list(kind, noise).file
    source = existing(folder / file.name) if folder is not None else fetch(file, output.parent)
    with atomic(output) as temporary:
        shutil.copyfile(source, temporary)
    if folder is None:
        source.unlink()
