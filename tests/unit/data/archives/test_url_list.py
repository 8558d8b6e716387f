from pathlib import Path

import pandas as pd
import pytest

from archives import jpeg
from prism.data.archives.url_list import LARGEST, fetch_images
from prism.data.source import UrlList
from prism.errors import PrismError
from server import Server


def read(path: Path) -> dict[str, str]:
    rows = (line.split() for line in path.read_text().splitlines())
    return {f"images/{name}": url for name, url in rows}


@pytest.fixture
def listed(server: Server, tmp_path: Path) -> Path:
    """Write a list of ten addresses, of which the last two are dead."""
    server.files |= {f"/{i}.jpg": jpeg(i) for i in range(8)}
    path = tmp_path / "list.txt"
    path.write_text("\n".join(f"{i}.jpg {server.base}/{i}.jpg" for i in range(10)))
    return path


def missing(raw: Path) -> list[tuple[str, ...]]:
    return list(pd.read_csv(raw / "missing.csv").itertuples(index=False, name=None))


def test_dead_addresses_are_recorded_and_counted(server: Server, listed: Path, tmp_path: Path) -> None:
    assert fetch_images(UrlList("list.txt", read, 0.8), listed, tmp_path / "files", tmp_path) == 2
    assert missing(tmp_path) == [(f"images/{i}.jpg", f"{server.base}/{i}.jpg", "HTTP 404") for i in (8, 9)]
    assert {path.name: path.read_bytes() for path in (tmp_path / "files/images").iterdir()} == {
        f"{i}.jpg": jpeg(i) for i in range(8)
    }


def test_too_few_images_end_the_step(listed: Path, tmp_path: Path) -> None:
    with pytest.raises(PrismError) as caught:
        fetch_images(UrlList("list.txt", read, 0.81), listed, tmp_path / "files", tmp_path)
    assert str(caught.value) == (
        f"only 8 of the 10 images of {listed} could be fetched, and 81% are needed: {tmp_path}/missing.csv says why; "
        "what came is kept, so run the same command again later, or set `root` to a folder that has the images."
    )
    assert len(missing(tmp_path)) == 2


def test_images_on_disk_are_not_fetched_again(server: Server, listed: Path, tmp_path: Path) -> None:
    fetch_images(UrlList("list.txt", read, 0.5), listed, tmp_path / "files", tmp_path)
    server.asked.clear()
    server.files["/8.jpg"] = jpeg(8)
    assert fetch_images(UrlList("list.txt", read, 0.5), listed, tmp_path / "files", tmp_path) == 1
    assert {path for path, _ in server.asked} == {"/8.jpg", "/9.jpg"}


def test_a_temporary_failure_is_tried_once_more(server: Server, listed: Path, tmp_path: Path) -> None:
    server.fail |= {"/0.jpg": 1, "/1.jpg": 2}
    assert fetch_images(UrlList("list.txt", read, 0.5), listed, tmp_path / "files", tmp_path) == 3
    assert next((path, reason) for path, _, reason in missing(tmp_path)) == ("images/1.jpg", "HTTP 503")


def test_a_broken_connection_is_tried_once_more(server: Server, listed: Path, tmp_path: Path) -> None:
    server.cut["/0.jpg"] = 100
    assert fetch_images(UrlList("list.txt", read, 0.5), listed, tmp_path / "files", tmp_path) == 2
    assert (tmp_path / "files/images/0.jpg").read_bytes() == jpeg(0)


def test_a_file_that_is_no_image_counts_as_missing(
    server: Server, listed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.files |= {"/0.jpg": b"<html>", "/1.jpg": bytes(6000)}
    monkeypatch.setattr("prism.data.archives.url_list.LARGEST", 5000)
    listed.write_text(f"{listed.read_text()}\nbad.jpg nonsense://x/y.jpg")
    assert LARGEST > 5000
    assert fetch_images(UrlList("list.txt", read, 0.1), listed, tmp_path / "files", tmp_path) == 5
    reasons = {path: reason for path, _, reason in missing(tmp_path)}
    assert reasons["images/0.jpg"] == "not an image"
    assert reasons["images/1.jpg"] == "more than 5,000 bytes"
    assert "nonsense" in reasons["images/bad.jpg"]
