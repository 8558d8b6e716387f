"""The file raw/manifest.json, which the download of a dataset leaves for the steps after it."""

from pathlib import Path

from prism.io.files import read_json

MANIFEST = "manifest.json"


def files_folder(raw: Path) -> Path:
    """Return the folder of the dataset's files, which is below `raw` or wherever the user has them."""
    return raw / str(read_json(raw / MANIFEST)["files"])  # joining an absolute path gives that path


def missing_images(raw: Path) -> int:
    """Return how many images of a list of addresses could not be fetched any more."""
    return int(read_json(raw / MANIFEST).get("missing", 0))
