"""From the unpacked files of a published dataset to its image store."""

from pathlib import Path

from prism.data.archives.entries import checked_entries
from prism.data.manifest import files_folder, missing_images
from prism.data.prepare_images import prepare_images
from prism.data.settings import ArchiveDataset
from prism.data.source import ArchiveSource
from prism.io.files import write_json, write_text


def prepare(source: ArchiveSource, settings: ArchiveDataset, raw: Path, folder: Path, threads: int) -> None:
    """Write the image store, ATTRIBUTION.md and, where there are queries, ground_truth.json into `folder`."""
    files = files_folder(raw)
    missing = missing_images(raw)
    entries = checked_entries(source, files, missing)
    write_text(folder / "ATTRIBUTION.md", _attribution(source, missing))
    prepare_images(entries, files, folder, settings, threads)
    if source.ground_truth is not None:
        write_json(folder / "ground_truth.json", source.ground_truth(files))


def _attribution(source: ArchiveSource, missing: int) -> str:
    """Return title, citation and licence in Markdown, and how many images are missing where some may be."""
    text = f"# {source.title}\n\n{source.citation}\n\nLicence: {source.licence}\n"
    if source.url_list is not None:
        text += f"\n{missing} of its images were not to be had any more: raw/missing.csv lists them.\n"
    return text
