"""Fetch the published weights of an architecture."""

from pathlib import Path

from prism.backbones import architecture_class
from prism.data.fetch import fetch
from prism.errors import PrismError


def fetch_weights(architecture: str, output: Path) -> None:
    """Put the pretrained weights of an architecture into the file `output`."""
    file = architecture_class(architecture).weights
    if file is None:
        raise PrismError(f"{architecture} needs no file: a Python package brings its weights.")
    by_hand = f"put a copy of {file.name} there as {output} and run the same command again."
    fetch(file, output.parent, by_hand).replace(output)
