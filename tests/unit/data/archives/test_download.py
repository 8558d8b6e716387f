from dataclasses import replace
from pathlib import Path

import pytest

from archives import acquire, entries_of, jpegs, served, sha256_of, write_files, write_tar, write_zip
from prism.data.archives.find import images_below, relative
from prism.data.entry import Count, Entry
from prism.data.manifest import files_folder, missing_images
from prism.data.remote import RemoteFile
from prism.data.source import ArchiveSource, UrlList
from prism.errors import PrismError
from prism.io.files import read_json
from server import Server


def entries(files: Path) -> list[Entry]:
    return [Entry(relative(path, files), path.parent.name, "train") for path in images_below(files)]


def source(*files: RemoteFile) -> ArchiveSource:
    return ArchiveSource(
        title="Toy",
        files=files,
        entries=entries,
        expected={"train": Count(2, 1)},
        licence="free",
        citation="Ann",
        by_hand="ask Ann.",
    )


IMAGES = jpegs(["toy/a/1.jpg", "toy/a/2.jpg"])
TOY = RemoteFile("toy.tar.gz", ("http://127.0.0.1:1/toy.tar.gz",), "md5:0")
BY_HAND = RemoteFile("gone.zip", ())


def digest(path: Path) -> str:
    return sha256_of(path).removeprefix("sha256:")


def test_downloads_are_unpacked_and_recorded(server: Server, tmp_path: Path) -> None:
    packed = write_tar(tmp_path / "packed/toy.tar.gz", IMAGES)
    server.serve(packed.parent)
    raw = tmp_path / "raw"
    found = entries_of(served(source(TOY), server.base, packed.parent, {"train": Count(2, 1)}), raw)
    assert [entry.path for entry in found] == ["toy/toy/a/1.jpg", "toy/toy/a/2.jpg"]
    archives = {"toy.tar.gz": {"sha256": digest(packed), "published": True}}
    assert read_json(raw / "manifest.json") == {"files": "files", "archives": archives, "missing": 0}


@pytest.mark.parametrize("name", ["toy.tar.gz", "by another name.tgz"])
def test_an_archive_on_disk_may_differ_from_the_published_one(tmp_path: Path, name: str) -> None:
    packed = write_tar(tmp_path / "packed" / name, IMAGES)
    assert len(entries_of(source(TOY), tmp_path / "raw", archive=packed)) == 2
    archives = read_json(tmp_path / "raw/manifest.json")["archives"]
    assert archives == {name: {"sha256": digest(packed), "published": False}}


def test_the_published_archive_is_recognised(tmp_path: Path) -> None:
    packed = write_tar(tmp_path / "toy.tar.gz", IMAGES)
    acquire(source(replace(TOY, checksum=sha256_of(packed))), tmp_path / "raw", packed)
    assert read_json(tmp_path / "raw/manifest.json")["archives"]["toy.tar.gz"]["published"] is True


def test_a_folder_gives_some_files_and_the_network_the_others(server: Server, tmp_path: Path) -> None:
    server.files["/toy.txt"] = b"hello"
    write_zip(tmp_path / "mine/gone.zip", IMAGES)
    listed = RemoteFile("toy.txt", (f"{server.base}/toy.txt",), unpack=False)
    acquire(source(BY_HAND, listed), tmp_path / "raw", tmp_path / "mine")
    assert (tmp_path / "raw/files/toy.txt").read_bytes() == b"hello"
    assert (tmp_path / "raw/files/gone/toy/a/1.jpg").exists()


def test_an_archive_of_another_name_replaces_all_files_without_an_address(server: Server, tmp_path: Path) -> None:
    server.files["/toy.txt"] = b"hello"
    packed = write_zip(tmp_path / "kaggle.zip", IMAGES)
    listed = RemoteFile("toy.txt", (f"{server.base}/toy.txt",), unpack=False)
    acquire(source(BY_HAND, RemoteFile("also gone.mat", (), unpack=False), listed), tmp_path / "raw", packed)
    assert sorted(path.name for path in (tmp_path / "raw/files").iterdir()) == ["gone", "toy.txt"]


def test_an_archive_of_another_name_that_could_be_any_is_reported(tmp_path: Path) -> None:
    packed = write_zip(tmp_path / "x.zip", IMAGES)
    with pytest.raises(PrismError, match=r"x\.zip is none of toy\.tar\.gz, other\.zip: rename it"):
        acquire(source(TOY, RemoteFile("other.zip", TOY.urls)), tmp_path / "raw", packed)


def test_a_folder_without_any_of_the_files_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"has none of the files toy\.tar\.gz, gone\.zip: put them there"):
        acquire(source(TOY, BY_HAND), tmp_path / "raw", tmp_path)


def test_a_second_file_that_must_be_fetched_by_hand_is_asked_for(tmp_path: Path) -> None:
    write_zip(tmp_path / "gone.zip", IMAGES)
    both = source(BY_HAND, RemoteFile("also gone.mat", (), unpack=False))
    with pytest.raises(PrismError, match=r"^also gone\.mat cannot be fetched automatically: ask Ann\.$"):
        acquire(both, tmp_path / "raw", tmp_path / "gone.zip")


def test_an_archive_that_does_not_exist_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match="nowhere does not exist"):
        acquire(source(TOY), tmp_path / "raw", tmp_path / "nowhere")


def test_unpacked_files_stay_where_they_are(tmp_path: Path) -> None:
    root = write_files(tmp_path / "mine", IMAGES)
    assert len(entries_of(source(TOY), tmp_path / "raw", root=root)) == 2
    assert files_folder(tmp_path / "raw") == root
    assert [path.name for path in (tmp_path / "raw").iterdir()] == ["manifest.json"]


def test_a_folder_may_lack_some_images_of_a_list(tmp_path: Path) -> None:
    root = write_files(tmp_path / "mine", IMAGES)
    listed = replace(source(), url_list=UrlList("x", lambda path: {}, 0.5), expected={"train": Count(4, 2)})
    assert len(entries_of(listed, tmp_path / "raw", root=root)) == 2
    assert missing_images(tmp_path / "raw") == 2
    few = replace(listed, expected={"train": Count(5, 2)})
    with pytest.raises(PrismError, match="mine has 2 of the 5 training images of Toy, and 50% are needed"):
        acquire(few, tmp_path / "raw", root=root)
