from dataclasses import replace
from pathlib import Path

import pytest

from archives import entries_of, jpeg, jpegs, summary, write_tar, write_zip
from prism.data.entry import Count
from prism.data.manifest import missing_images
from prism.data.source import ArchiveSource, UrlList
from prism.data.sources import cars98n
from prism.data.sources.cars98n import LIST, SOURCE, addresses
from prism.errors import PrismError
from server import Server

ROWS = "".join(
    f"https://i.pinimg.com/236x/{path}\n" for path in ("a/b/1.jpg,0", "a/b/2.jpg,0", "a/b/1.jpg,10", "c.gif,3")
)


def test_the_first_row_counts_images_are_large_and_gifs_are_left_out(tmp_path: Path) -> None:
    (tmp_path / LIST).write_text(ROWS)
    assert addresses(tmp_path / LIST) == {
        "cars98n/0/1.jpg": "https://i.pinimg.com/736x/a/b/1.jpg",
        "cars98n/0/2.jpg": "https://i.pinimg.com/736x/a/b/2.jpg",
        "cars98n/10/1.jpg": "https://i.pinimg.com/736x/a/b/1.jpg",
    }


@pytest.mark.parametrize("content", [b"<html>\n", b"http://x/a.jpg,zero\n", b"\xff,1\n"])
def test_another_file_than_the_list_is_reported(tmp_path: Path, content: bytes) -> None:
    (tmp_path / LIST).write_bytes(content)
    with pytest.raises(PrismError, match="is not the list of addresses of CARS-98N"):
        addresses(tmp_path / LIST)


def test_the_list_is_asked_for_by_its_commit_first() -> None:
    assert [url.split("/")[5] for url in SOURCE.files[0].urls] == [cars98n.COMMIT, "main", "master"]


@pytest.fixture
def source(server: Server, monkeypatch: pytest.MonkeyPatch) -> ArchiveSource:
    """Return CARS-98N with three images by address, of which the second is dead."""
    monkeypatch.setattr(cars98n, "LARGE", f"{server.base}/")
    server.files |= {f"/{LIST}": ROWS.encode(), "/a/b/1.jpg": jpeg()}
    listed = replace(SOURCE.files[0], urls=(f"{server.base}/{LIST}",))
    return replace(
        SOURCE,
        files=(listed, *SOURCE.files[1:]),
        expected={"train": Count(3, 2), "test": Count(98, 98)},
        url_list=UrlList(LIST, addresses, enough=0.6),
    )


@pytest.fixture
def cars(tmp_path: Path) -> Path:
    """Write the archive of Stanford Cars that the user has to bring."""
    return write_zip(tmp_path / "kaggle.zip", jpegs(f"car_data/Make{number:03} 2012/1.jpg" for number in range(196)))


def test_from_addresses_to_entries(source: ArchiveSource, cars: Path, tmp_path: Path) -> None:
    entries = entries_of(source, tmp_path / "raw", archive=cars)
    assert summary(entries)[:3] == [
        ("train", "0", "1.jpg"),
        ("train", "10", "1.jpg"),
        ("test", "Make098 2012", "1.jpg"),
    ]
    assert len(entries) == 2 + 98
    assert missing_images(tmp_path / "raw") == 1


def test_stanford_cars_may_be_a_folder_of_the_other_release(source: ArchiveSource, tmp_path: Path) -> None:
    packed = write_tar(tmp_path / "packed/car_ims.tgz", {})
    assert [file.name for file in source.files_of(packed.parent)] == [LIST, "car_ims.tgz", "cars_annos.mat"]
    assert source.files_of(packed.parent / "nothing") == source.files


def test_too_many_dead_addresses_are_reported(source: ArchiveSource, cars: Path, tmp_path: Path) -> None:
    strict = replace(source, url_list=UrlList(LIST, addresses, enough=0.9))
    with pytest.raises(PrismError, match=r"only 2 of the 3 images of .* could be fetched, and 90% are needed"):
        entries_of(strict, tmp_path / "raw", archive=cars)
    assert not (tmp_path / "raw/manifest.json").exists()


def test_without_stanford_cars_the_sentence_says_why_it_is_needed(source: ArchiveSource, tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"cars_train\.tgz .*: the test images are those of Stanford Cars"):
        entries_of(source, tmp_path / "raw")
