"""The files of a dataset, wherever they come from: a folder, archives on disk, or the network."""

import shutil
from pathlib import Path

from prism.data.fetch import fetch, matches
from prism.data.source import RemoteFile, Source
from prism.data.unpack import unpack
from prism.data.url_list import fetch_images
from prism.errors import PrismError
from prism.io.files import atomic, existing, read_json, sha256, write_json

SMALL = 1 << 30  # bytes that an archive may always unpack to
GROWTH = 4  # times its own size that an archive may unpack to; photographs hardly compress


def acquire(source: Source, archive: Path | None, root: Path | None, raw: Path) -> None:
    """Put the unpacked files of a dataset into raw/files/ (those in `root` stay there) and write raw/manifest.json."""
    if root is not None:
        folder = existing(root).resolve()
        write_json(raw / "manifest.json", {"files": str(folder), "archives": {}, "missing": _absent(source, folder)})
        return
    files = raw / "files"
    archives = {}
    for file, path in _archives(source, archive, raw).items():
        _place(file, path, files)
        published = file.checksum is not None and matches(path, file.checksum)
        archives[path.name] = {"sha256": sha256(path), "published": published}
    missing = 0
    if source.url_list is not None:
        missing = fetch_images(source.url_list, files / source.url_list.file, files, raw)
    write_json(raw / "manifest.json", {"files": "files", "archives": archives, "missing": missing})


def files_folder(raw: Path) -> Path:
    """The folder of unpacked files that `acquire` recorded."""
    return raw / str(read_json(raw / "manifest.json")["files"])  # an absolute path stays itself


def missing_images(raw: Path) -> int:
    """How many images of a list of addresses are gone."""
    return int(read_json(raw / "manifest.json")["missing"])


def _archives(source: Source, archive: Path | None, raw: Path) -> dict[RemoteFile, Path]:
    """Where each file of the source is: what the user has is not fetched."""
    given: dict[str, Path] = {}
    wanted = source.files
    names = [file.name for file in source.files]
    if archive is not None and existing(archive).is_dir():
        given = {name: archive / name for name in names if (archive / name).is_file()}
        if not given:
            raise PrismError(
                f"{archive} has none of the files {', '.join(names)}: put them there, or set `archive` to one archive."
            )
    elif archive is not None and archive.name in names:
        given = {archive.name: archive}
    elif archive is not None:
        stand_in = _stand_in(source, archive)
        given = {stand_in.name: archive}
        wanted = tuple(file for file in source.files if file.urls or file == stand_in)
    return {file: given.get(file.name) or fetch(file, raw, source.by_hand) for file in wanted}


def _stand_in(source: Source, archive: Path) -> RemoteFile:
    """What an archive of another name stands for: all that has no address, however it is laid out there."""
    by_hand = [file for file in source.files if not file.urls]
    if not by_hand and len(source.files) > 1:
        names = ", ".join(file.name for file in source.files)
        raise PrismError(f"{archive} is none of {names}: rename it, or set `archive` to a folder with these files.")
    return (by_hand or source.files)[0]


def _place(file: RemoteFile, path: Path, files: Path) -> None:
    if file.unpack:
        stem = file.name.removesuffix(".gz").removesuffix(".tar").removesuffix(".tgz").removesuffix(".zip")
        unpack(path, files / stem, max(SMALL, GROWTH * path.stat().st_size))
    else:
        with atomic(files / file.name) as temporary:
            shutil.copyfile(path, temporary)


def _absent(source: Source, root: Path) -> int:
    """How many images of a list of addresses a folder lacks; it must have enough of them."""
    expected = source.expected.get("train")
    if source.url_list is None or expected is None:
        return 0
    there = sum(entry.split == "train" for entry in source.entries(root))
    if there < source.url_list.enough * expected.images:
        raise PrismError(
            f"{root} has {there:,} of the {expected.images:,} training images of {source.title}, and "
            f"{source.url_list.enough:.0%} are needed: check that it is the right folder."
        )
    return max(0, expected.images - there)
