"""Nothing is downloaded of a user's own images: their folder is noted."""

from pathlib import Path

from prism.data.manifest import MANIFEST
from prism.data.source import Source
from prism.data.sources.folder import FolderDataset
from prism.io.files import existing, write_json


def download(source: Source, settings: FolderDataset, raw: Path) -> None:
    """Write the folder of the images into raw/manifest.json."""
    write_json(raw / MANIFEST, {"files": str(existing(Path(settings.root)).resolve())})
