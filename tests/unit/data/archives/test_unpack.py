import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from archives import Files, write_tar, write_zip
from prism.data.archives.unpack import unpack
from prism.errors import PrismError

LIMIT = 1_000_000
FILES = {"top/a.txt": b"a", "top/sub/b.txt": b"b" * 5000}
write = pytest.mark.parametrize("write", [write_tar, write_zip])
Write = Callable[[Path, Files], Path]


def refuses(archive: Path, sentence: str, limit: int = LIMIT) -> None:
    """Check that `unpack` refuses an archive with this message, and leaves nothing behind."""
    folder = archive.parent / "out/files"
    with pytest.raises(PrismError, match=sentence):
        unpack(archive, folder, limit)
    assert not list(folder.parent.iterdir())


@write
def test_files_are_put_in_place_of_what_was_there(tmp_path: Path, write: Write) -> None:
    folder = tmp_path / "out/files"
    for content in (b"old", b"new"):
        unpack(write(tmp_path / "x", FILES | {content.decode(): content}), folder, LIMIT)
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert found == FILES | {"new": b"new"}
    assert [path.name for path in folder.parent.iterdir()] == ["files"]


@write
@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_a_cut_archive_is_reported(tmp_path: Path, write: Write, share: float) -> None:
    archive = write(tmp_path / "x", {str(i): bytes(f"{i**7}", "ascii") * 50 for i in range(100)})
    content = archive.read_bytes()
    archive.write_bytes(content[: int(share * len(content))])
    refuses(archive, r"x is damaged or cut short \(.+\): delete it and fetch it again\.$")


def test_a_damaged_zip_is_reported(tmp_path: Path) -> None:
    archive = write_zip(tmp_path / "x", FILES)
    archive.write_bytes(archive.read_bytes().replace(b"b" * 5000, b"c" * 5000))
    refuses(archive, "damaged or cut short")


@write
@pytest.mark.parametrize("name", ["../evil", "/evil", "a/../../evil"])
def test_a_path_that_escapes_is_refused(tmp_path: Path, write: Write, name: str) -> None:
    refuses(write(tmp_path / "x", FILES | {name: b""}), f"{name} would be written outside of its folder")
    assert not (tmp_path / "evil").exists()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_in_a_tar_are_refused(tmp_path: Path, kind: bytes) -> None:
    member = tarfile.TarInfo("link")
    member.type, member.linkname = kind, "top/a.txt"
    refuses(write_tar(tmp_path / "x", FILES, member), "its member link is a link or a device")


def test_a_link_in_a_zip_is_refused(tmp_path: Path) -> None:
    member = zipfile.ZipInfo("link")
    member.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "x", "w") as archive:
        archive.writestr(member, "/etc")
    refuses(tmp_path / "x", "its member link is a link or a device")


@write
def test_an_archive_that_is_too_large_is_refused(tmp_path: Path, write: Write) -> None:
    refuses(write(tmp_path / "x", FILES), "unpacks to more than 5,000 bytes: do not use it", limit=5000)


def test_an_archive_that_is_not_there_is_reported(tmp_path: Path) -> None:
    refuses(tmp_path / "x", "x does not exist")
