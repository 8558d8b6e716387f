"""Packages of the npm registry at pinned versions, and the files in their archives."""

import tarfile
import zlib
from pathlib import Path
from typing import NamedTuple

from prism.errors import PrismError
from prism.io.files import existing


class Package(NamedTuple):
    name: str  # such as "@iconify-json/noto"
    version: str
    sha256: str  # of the archive

    @property
    def archive_name(self) -> str:
        """The name that `npm pack` gives to the archive."""
        return f"{self.name.removeprefix('@').replace('/', '-')}-{self.version}.tgz"


def read_packed(archive: Path, *names: str) -> list[bytes]:
    """Return the contents of these files in a package's archive."""
    existing(archive)
    try:
        with tarfile.open(archive) as tar:
            contents = {member.name: _read_member(tar, member) for member in tar if _name(member) in names}
        return [contents[f"package/{name}"] for name in names]
    except (tarfile.TarError, zlib.error, EOFError, OSError, KeyError) as error:
        raise damaged(archive) from error


def damaged(archive: Path) -> PrismError:
    """Return the error that says that an archive cannot be used."""
    return PrismError(f"{archive} is damaged: delete it and download again.")


def _name(member: tarfile.TarInfo) -> str:
    return member.name.removeprefix("package/")


def _read_member(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    content = tar.extractfile(member)
    if content is None:
        raise KeyError(member.name)
    return content.read()
