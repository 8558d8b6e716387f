"""Archives of a few files, laid out like the real ones."""

import hashlib
import io
import tarfile
import zipfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from PIL import Image

from prism.data.archives.download import download
from prism.data.archives.entries import checked_entries
from prism.data.entry import Count, Entry, Split
from prism.data.manifest import files_folder, missing_images
from prism.data.settings import ArchiveDataset
from prism.data.source import ArchiveSource

Files = dict[str, bytes]


def jpeg(shade: int = 0) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (8, 8), (shade % 256, 0, 0)).save(stream, "JPEG")
    return stream.getvalue()


def jpegs(paths: Iterable[str]) -> Files:
    image = jpeg()
    return dict.fromkeys(paths, image)


def write_tar(path: Path, files: Files, *others: tarfile.TarInfo) -> Path:
    """Write a .tgz with these files, and behind them members without content such as links."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
        for other in others:
            archive.addfile(other)
    return path


def write_zip(path: Path, files: Files) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def write_files(folder: Path, files: Files) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def served(source: ArchiveSource, base: str, packed: Path, expected: dict[Split, Count]) -> ArchiveSource:
    """Return the source as if its publisher offered the files of the folder `packed`."""
    files = tuple(
        replace(file, urls=(f"{base}/{file.name}",), checksum=sha256_of(packed / file.name)) for file in source.files
    )
    return replace(source, files=files, expected=expected)


def sha256_of(path: Path) -> str:
    return f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"


def entries_of(source: ArchiveSource, raw: Path, archive: Path | None = None, root: Path | None = None) -> list[Entry]:
    """Download a dataset and return the images that are found in it."""
    acquire(source, raw, archive, root)
    return checked_entries(source, files_folder(raw), missing_images(raw))


def acquire(source: ArchiveSource, raw: Path, archive: Path | None = None, root: Path | None = None) -> None:
    """Download a dataset, or take it from where the user has it."""
    paths = {name: str(path) for name, path in (("archive", archive), ("root", root)) if path is not None}
    download(source, ArchiveDataset(kind="toy", title="Toy", **paths), raw)


def summary(entries: list[Entry]) -> list[tuple[str, str, str]]:
    return [(entry.split, entry.class_name, Path(entry.path).name) for entry in entries]
