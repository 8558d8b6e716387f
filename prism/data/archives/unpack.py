"""Unpack an archive that may be damaged or malicious."""

import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from gzip import BadGzipFile
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from prism.errors import PrismError
from prism.io.files import existing

# zipfile raises a RuntimeError for members that are encrypted or compressed in a way it does not know.
DAMAGE = (tarfile.TarError, zipfile.BadZipFile, BadGzipFile, zlib.error, EOFError, RuntimeError)


class Member(NamedTuple):
    name: str
    size: int
    content: IO[bytes]


def unpack(archive: Path, folder: Path, limit_bytes: int) -> None:
    """Replace `folder` by the files of a tar or zip archive; if anything is wrong with it, leave `folder` as it is."""
    temporary = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    try:
        _copy_members(archive, temporary, limit_bytes)
        shutil.rmtree(folder, ignore_errors=True)
        temporary.rename(folder)
    except DAMAGE as error:
        reason = str(error).partition(":")[0]
        raise PrismError(f"{archive} is damaged or cut short ({reason}): delete it and fetch it again.") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _copy_members(archive: Path, folder: Path, limit_bytes: int) -> None:
    """Write every file of an archive below `folder`; refuse paths that lead elsewhere and more than `limit_bytes`."""
    left = limit_bytes
    for member in _read_members(existing(archive)):
        path = PurePosixPath(member.name)
        if path.is_absolute() or ".." in path.parts:
            raise _refusal(archive, member.name, "would be written outside of its folder")
        left -= member.size
        if left < 0:
            raise PrismError(f"{archive} unpacks to more than {limit_bytes:,} bytes: do not use it.")
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as stream:
            shutil.copyfileobj(member.content, stream, 1 << 20)


def _read_members(archive: Path) -> Iterator[Member]:
    return _zip_members(archive) if zipfile.is_zipfile(archive) else _tar_members(archive)


def _tar_members(path: Path) -> Iterator[Member]:
    with tarfile.open(path) as archive:
        for member in archive:
            if member.isdir():
                continue
            content = archive.extractfile(member) if member.isreg() else None
            if content is None:
                raise _refusal(path, member.name, "is a link or a device")
            yield Member(member.name, member.size, content)


def _zip_members(path: Path) -> Iterator[Member]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if member.is_dir():
                continue
            if stat.S_ISLNK(member.external_attr >> 16):
                raise _refusal(path, member.filename, "is a link or a device")
            with archive.open(member) as content:
                yield Member(member.filename, member.file_size, content)


def _refusal(archive: Path, member: str, why: str) -> PrismError:
    return PrismError(f"{archive} is not the archive it should be (its member {member} {why}): do not use it.")
