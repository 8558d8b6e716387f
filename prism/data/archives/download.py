"""Get the files of a published dataset: from a folder, from archives on disk, or from the network."""

import shutil
from pathlib import Path

from prism.data.archives.unpack import unpack
from prism.data.archives.url_list import fetch_images
from prism.data.fetch import fetch, matches
from prism.data.manifest import MANIFEST
from prism.data.remote import RemoteFile
from prism.data.settings import ArchiveDataset
from prism.data.source import ArchiveSource
from prism.errors import PrismError
from prism.io.files import atomic, existing, sha256, write_json

SMALL = 1 << 30  # bytes that any archive may unpack to
GROWTH = 4  # times its own size that a larger archive may unpack to; photographs hardly compress


def download(source: ArchiveSource, settings: ArchiveDataset, raw: Path) -> None:
    """Put the unpacked files of a dataset into raw/files/ and write raw/manifest.json; files in `root` stay there."""
    if settings.root is not None:
        root = existing(Path(settings.root)).resolve()
        write_json(raw / MANIFEST, {"files": str(root), "archives": {}, "missing": _count_absent(source, root)})
        return
    files = raw / "files"
    archives = {}
    archive = None if settings.archive is None else Path(settings.archive)
    for file, path in _locate_files(source, archive, raw).items():
        _unpack_or_copy(file, path, files)
        published = file.checksum is not None and matches(path, file.checksum)
        archives[path.name] = {"sha256": sha256(path), "published": published}
    missing = 0
    if source.url_list is not None:
        missing = fetch_images(source.url_list, files / source.url_list.file, files, raw)
    write_json(raw / MANIFEST, {"files": "files", "archives": archives, "missing": missing})


def _locate_files(source: ArchiveSource, archive: Path | None, raw: Path) -> dict[RemoteFile, Path]:
    """Return the local path of each file of the source; fetch those that the user does not have."""
    given: dict[str, Path] = {}
    needed = source.files_of(archive or raw)  # by hand, files may have been put into `raw` as well
    names = [file.name for file in needed]
    if archive is not None and existing(archive).is_dir():
        given = {name: archive / name for name in names if (archive / name).is_file()}
        if not given:
            known = ", ".join(file.name for file in source.files + source.other_files)
            raise PrismError(
                f"{archive} has none of the files {known}: put them there, or set `archive` to one archive."
            )
    elif archive is not None and archive.name in names:
        given = {archive.name: archive}
    elif archive is not None:
        replaced = _replaced_by(source, archive)
        given = {replaced.name: archive}
        needed = tuple(file for file in source.files + source.other_files if file.urls or file == replaced)
    return {file: given.get(file.name) or fetch(file, raw, source.by_hand) for file in needed}


def _replaced_by(source: ArchiveSource, archive: Path) -> RemoteFile:
    """Return the file that an archive of another name takes the place of.

    It holds, in whatever layout, everything that cannot be downloaded.
    """
    # The other files come first: they have all images in one archive, as this one has.
    by_hand = [file for file in source.other_files + source.files if not file.urls]
    if not by_hand and len(source.files) > 1:
        names = ", ".join(file.name for file in source.files)
        raise PrismError(f"{archive} is none of {names}: rename it, or set `archive` to a folder with these files.")
    return (by_hand or source.files)[0]


def _unpack_or_copy(file: RemoteFile, path: Path, files: Path) -> None:
    if file.unpack:
        stem = file.name.removesuffix(".gz").removesuffix(".tar").removesuffix(".tgz").removesuffix(".zip")
        unpack(path, files / stem, max(SMALL, GROWTH * path.stat().st_size))
    else:
        with atomic(files / file.name) as temporary:
            shutil.copyfile(path, temporary)


def _count_absent(source: ArchiveSource, root: Path) -> int:
    """Return how many images of a list of addresses `root` lacks; refuse a folder that has too few."""
    expected = source.expected.get("train")
    if source.url_list is None or expected is None:
        return 0
    present = sum(entry.split == "train" for entry in source.entries(root))
    if present < source.url_list.enough * expected.images:
        raise PrismError(
            f"{root} has {present:,} of the {expected.images:,} training images of {source.title}, and "
            f"{source.url_list.enough:.0%} are needed: check that it is the right folder."
        )
    return max(0, expected.images - present)
