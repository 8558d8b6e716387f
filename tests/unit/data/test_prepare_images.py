import csv
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from prism.data import prepare_images as module
from prism.data.decode import Decoded, decode
from prism.data.entry import Entry, Split
from prism.data.prepare_images import prepare_images
from prism.data.settings import Images
from prism.data.store import ImageStore
from prism.errors import PrismError

SETTINGS = Images(kind="toy", title="Tiny", size=16)
IMAGES = 11  # and so three parts of at most 4


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PART", 4)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Write images of different shapes; in the order of the files, their classes are not sorted."""
    folder = tmp_path / "files"
    folder.mkdir()
    for number in range(IMAGES):
        Image.new("RGB", (20 + number, 30), (number, 2 * number, 3 * number)).save(folder / f"{number:02}.png")
    return folder


def entries() -> list[Entry]:
    splits: list[Split] = ["train", "test", "query"]
    return [Entry(f"{number:02}.png", f"class{-number % 3}", splits[number % 3]) for number in range(IMAGES)]


def problems(folder: Path) -> list[list[str]]:
    with (folder / "problems.csv").open(newline="") as stream:
        return list(csv.reader(stream))


def test_the_store_holds_every_image_in_order(files: Path, tmp_path: Path) -> None:
    prepare_images(entries(), files, tmp_path / "out", SETTINGS, 1)
    store = ImageStore(tmp_path / "out")
    assert store.index["path"].tolist() == [entry.path for entry in entries()]
    assert store.index["split"].tolist() == [entry.split for entry in entries()]
    assert store.index["class_name"].tolist() == [entry.class_name for entry in entries()]
    assert store.index["label"].tolist() == [-number % 3 for number in range(IMAGES)]
    for row, entry in enumerate(entries()):
        np.testing.assert_array_equal(store[row], decode(files / entry.path, None, "shorter", 16).pixels)
    assert problems(tmp_path / "out") == [["path", "problem", "done"]]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["images.bin", "index.parquet", "problems.csv"]


def test_a_query_is_part_of_its_image(files: Path, tmp_path: Path) -> None:
    whole = Entry("00.png", "a", "test")
    prepare_images([whole, whole._replace(split="query", crop=(0, 0, 20, 10))], files, tmp_path / "out", SETTINGS, 1)
    store = ImageStore(tmp_path / "out")
    assert [store[row].shape for row in range(2)] == [(24, 16, 3), (16, 32, 3)]


def test_the_bytes_do_not_depend_on_processes(files: Path, tmp_path: Path) -> None:
    for threads in (1, 2):
        prepare_images(entries(), files, tmp_path / str(threads), SETTINGS, threads)
    for name in ("images.bin", "index.parquet", "problems.csv"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def kill_at(name: str, patch: pytest.MonkeyPatch) -> list[str]:
    """Behave as if the process were killed at this image; return the list to which every decoded file is added."""
    calls = []

    def decode_or_die(path: Path, *arguments: Any) -> Decoded:
        calls.append(path.name)
        if path.name == name:
            raise BrokenProcessPool
        return decode(path, *arguments)

    patch.setattr(
        module, "ProcessPoolExecutor", ThreadPoolExecutor
    )  # threads see the patched function, processes would not
    patch.setattr(module, "decode", decode_or_die)
    return calls


def test_a_killed_job_continues_where_it_stopped(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare_images(entries(), files, tmp_path / "whole", SETTINGS, 1)
    kill_at("09.png", monkeypatch)
    with pytest.raises(PrismError, match=r"killed.*: prepare again, with fewer threads, and it goes on from there\.$"):
        prepare_images(entries(), files, tmp_path / "out", SETTINGS, 1)
    assert [path.name for path in (tmp_path / "out").iterdir()] == [".parts"]
    calls = kill_at("none", monkeypatch)
    prepare_images(entries(), files, tmp_path / "out", SETTINGS, 1)
    assert calls == ["08.png", "09.png", "10.png"]  # the last part
    for name in ("images.bin", "index.parquet", "problems.csv"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.parametrize("change", ["size", "class", "file"])
def test_a_part_of_something_else_is_made_again(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    changed, settings = entries(), SETTINGS
    with monkeypatch.context() as context:
        kill_at("09.png", context)
        with pytest.raises(PrismError, match="killed"):
            prepare_images(changed, files, tmp_path / "out", settings, 1)
    if change == "size":
        settings = SETTINGS.model_copy(update={"size": 32})
    elif change == "class":
        changed[1] = changed[1]._replace(class_name="another")
    else:
        Image.new("RGB", (9, 9)).save(files / "01.png")
    for folder in ("out", "anew"):
        prepare_images(changed, files, tmp_path / folder, settings, 1)
    for name in ("images.bin", "index.parquet"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "anew" / name).read_bytes()


def test_an_unreadable_image_is_left_out_and_listed(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_UNREADABLE", 0.5)
    (files / "01.png").write_bytes(b"")
    Image.new("L", (20, 20)).save(files / "05.png")
    for number in range(8, IMAGES):  # no image of the last part is left
        (files / f"{number:02}.png").unlink()
    prepare_images(entries(), files, tmp_path / "out", SETTINGS, 2)
    store = ImageStore(tmp_path / "out")
    assert store.index["path"].tolist() == [f"{number:02}.png" for number in (0, 2, 3, 4, 5, 6, 7)]
    assert store.index["offset"].dtype == np.int64
    assert problems(tmp_path / "out")[1:] == [
        ["01.png", "zero bytes", "left out"],
        ["05.png", "greyscale", "kept as RGB"],
        *[[f"{number:02}.png", "missing", "left out"] for number in range(8, IMAGES)],
    ]


def test_too_many_unreadable_images_are_reported(files: Path, tmp_path: Path) -> None:
    (files / "01.png").write_bytes(b"")
    with pytest.raises(PrismError) as caught:
        prepare_images(entries(), files, tmp_path / "out", SETTINGS, 1)
    assert str(caught.value) == (
        f"1 of 11 images below {files} cannot be read: "
        f"mend them as {tmp_path}/out/problems.csv says, and prepare again."
    )
    assert problems(tmp_path / "out")[1:] == [["01.png", "zero bytes", "left out"]]
    assert not (tmp_path / "out/index.parquet").exists()
    Image.new("RGB", (20, 20)).save(files / "01.png")
    prepare_images(entries(), files, tmp_path / "out", SETTINGS, 1)
    assert len(ImageStore(tmp_path / "out")) == IMAGES


def test_no_images_are_reported(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"^There are no images below .*: check the dataset's root or archive\.$"):
        prepare_images([], tmp_path, tmp_path / "out", SETTINGS, 1)
