"""From a user's own images to their image store."""

from pathlib import Path

from prism.data.folder.entries import folder_entries
from prism.data.manifest import files_folder
from prism.data.prepare_images import prepare_images
from prism.data.source import Source
from prism.data.sources.folder import FolderDataset
from prism.io.files import write_text


def prepare(source: Source, settings: FolderDataset, raw: Path, folder: Path, threads: int) -> None:
    """Write the image store of the user's images, and ATTRIBUTION.md, into `folder`."""
    entries = folder_entries(settings)
    write_text(folder / "ATTRIBUTION.md", "These images are the user's own.\n")
    prepare_images(entries, files_folder(raw), folder, settings, threads)
