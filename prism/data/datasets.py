"""The two first steps of any dataset, whatever its kind: fetch its files, then decode its images."""

from pathlib import Path

from prism.data import emoji
from prism.data.acquire import acquire, files_folder, missing_images
from prism.data.entries import checked_entries
from prism.data.folder import folder_entries
from prism.data.prepare import prepare_emoji
from prism.data.prepare_images import prepare_images
from prism.data.settings import Dataset, EmojiDataset, FolderDataset
from prism.data.sources import source_of
from prism.data.sources.rparis import ground_truth
from prism.io.files import existing, write_json, write_text


def download(settings: Dataset, raw: Path) -> None:
    """Fetch a dataset's files into the folder `raw` and check them; what is on disk already is taken from there."""
    if isinstance(settings, EmojiDataset):
        emoji.download(raw)
    elif isinstance(settings, FolderDataset):
        write_json(raw / "manifest.json", {"files": str(existing(Path(settings.root)).resolve())})
    else:
        acquire(source_of(settings.kind), _path(settings.archive), _path(settings.root), raw)


def prepare(settings: Dataset, raw: Path, folder: Path, threads: int) -> None:
    """Decode every image of a dataset once, into `folder`."""
    if isinstance(settings, EmojiDataset):
        prepare_emoji(raw, folder, settings, threads)
        return
    files = files_folder(raw)
    if isinstance(settings, FolderDataset):
        entries = folder_entries(settings)
        origin = "These images are the user's own.\n"
    else:
        source = source_of(settings.kind)
        missing = missing_images(raw)
        entries = checked_entries(source, files, missing)
        origin = f"# {source.title}\n\n{source.citation}\n\nLicence: {source.licence}\n"
        if source.url_list is not None:
            origin += f"\n{missing} of its images were not to be had any more: raw/missing.csv lists them.\n"
    write_text(folder / "ATTRIBUTION.md", origin)
    prepare_images(entries, files, folder, settings, threads)
    if any(entry.split == "query" for entry in entries):
        write_json(folder / "ground_truth.json", ground_truth(files))


def _path(name: str | None) -> Path | None:
    return None if name is None else Path(name)
