"""The folder that results are written to, which is never a part of the user's own."""

import os
from pathlib import Path

from prism.errors import PrismError


def check_output(output: Path, root: Path) -> None:
    """Refuse an output folder that lies in the folder of the user's images, or that cannot be written to."""
    if output.resolve().is_relative_to(root.resolve()):
        raise PrismError(f"{output} lies in {root}, into which nothing is written: name another folder with --output.")
    existing = next(folder for folder in (output, *output.resolve().parents) if folder.exists())
    if not existing.is_dir():
        raise PrismError(f"{existing} is a file: name a folder with --output.")
    if not os.access(existing, os.W_OK | os.X_OK):
        raise PrismError(f"{existing} is a folder that you may not write to: name another with --output.")
