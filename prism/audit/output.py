"""The folder that results are written to, which is never a part of the user's own."""

from pathlib import Path

from prism.errors import PrismError


def check_output(output: Path, root: Path) -> None:
    """Refuse an output folder that lies in the folder of the user's images, or that is no folder."""
    if output.resolve().is_relative_to(root.resolve()):
        raise PrismError(f"{output} lies in {root}, into which nothing is written: name another folder with --output.")
    if output.exists() and not output.is_dir():
        raise PrismError(f"{output} is a file: name a folder with --output.")
