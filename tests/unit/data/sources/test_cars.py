import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.io import savemat

from archives import Files, entries_of, jpegs, served, summary, write_files, write_tar, write_zip
from prism.data.entry import Count
from prism.data.source import ArchiveSource
from prism.data.sources.cars import SOURCE
from prism.errors import PrismError
from server import Server

NAMES = [f"Make{number:03} Coupe 2012" for number in range(1, 197)]
NAMES[97:99] = ["Make098 C/V Van 2012", "Make099 Coupe 2012"]
EXPECTED = {"train": Count(3, 2), "test": Count(2, 2)}
CLASSES = [1, 98, 98, 99, 196]
ENTRIES = [
    ("train", "Make001 Coupe 2012"),
    ("train", "Make098 C-V Van 2012"),
    ("train", "Make098 C-V Van 2012"),
    ("test", "Make099 Coupe 2012"),
    ("test", "Make196 Coupe 2012"),
]


def mat(**content: Any) -> bytes:
    stream = io.BytesIO()
    savemat(stream, content)
    return stream.getvalue()


def records(paths: list[str], classes: list[int], key: str) -> Any:
    """Return an array of structs as MATLAB saves it."""
    rows = [(path, number) for path, number in zip(paths, classes, strict=True)]
    return np.array(rows, dtype=[(key, object), ("class", object)])


def names() -> Any:
    return np.array(NAMES, dtype=object)


def toy() -> ArchiveSource:
    """Return Stanford Cars with the few images that are made here."""
    return replace(SOURCE, expected=EXPECTED)


def official() -> tuple[Files, bytes]:
    paths = [f"car_ims/{number:06}.jpg" for number in range(1, 6)]
    annotations = mat(annotations=records(paths, CLASSES, "relative_im_path"), class_names=names())
    return jpegs(paths), annotations


def test_from_the_official_archive_to_entries(server: Server, tmp_path: Path) -> None:
    images, annotations = official()
    write_tar(tmp_path / "packed/car_ims.tgz", images)
    (tmp_path / "packed/cars_annos.mat").write_bytes(annotations)
    server.serve(tmp_path / "packed")
    entries = entries_of(served(SOURCE, server.base, tmp_path / "packed", EXPECTED), tmp_path / "raw")
    assert [entry[:2] for entry in summary(entries)] == ENTRIES
    assert entries[4].path == "car_ims/car_ims/000005.jpg"


def test_a_folder_with_the_official_files_unpacked(tmp_path: Path) -> None:
    images, annotations = official()
    root = write_files(tmp_path / "cars", images | {"cars_annos.mat": annotations})
    assert [entry[:2] for entry in summary(entries_of(toy(), tmp_path / "raw", root=root))] == ENTRIES


def test_the_layout_of_torchvision(tmp_path: Path) -> None:
    train = ["00001.jpg", "00002.jpg", "00003.jpg"]
    test = ["00001.jpg", "00002.jpg"]
    files = jpegs([f"cars_train/{name}" for name in train] + [f"cars_test/{name}" for name in test]) | {
        "devkit/cars_meta.mat": mat(class_names=names()),
        "devkit/cars_train_annos.mat": mat(annotations=records(train, [1, 98, 196], "fname")),
        "cars_test_annos_withlabels (1).mat": mat(annotations=records(test, [98, 99], "fname")),
    }
    packed = write_zip(tmp_path / "archive.zip", {f"stanford_cars/{name}": content for name, content in files.items()})
    entries = entries_of(toy(), tmp_path / "raw", archive=packed)
    assert sorted(entry[:2] for entry in summary(entries)) == sorted(ENTRIES)
    assert entries[3].path == "car_ims/stanford_cars/cars_test/00001.jpg"


def test_a_folder_for_each_class(tmp_path: Path) -> None:
    folders = [name.replace("/", "-") for name in NAMES]
    paths = [f"car_data/car_data/{split}/{name}/00001.jpg" for split in ("train", "test") for name in folders]
    packed = write_zip(tmp_path / "archive.zip", jpegs(paths) | {"names.csv": b""})
    source = replace(SOURCE, expected={"train": Count(196, 98), "test": Count(196, 98)})
    entries = entries_of(source, tmp_path / "raw", archive=packed)
    assert {entry.class_name for entry in entries if entry.split == "train"} == set(folders[:98])


def test_fiat_trains_and_ferrari_tests_as_in_the_official_order(tmp_path: Path) -> None:
    """Names are sorted with regard to case: otherwise Ferrari would train and FIAT would test."""
    folders = [f"A{number:03} 2012" for number in range(97)] + ["FIAT 500 2012", "Ferrari FF 2012"]
    folders += [f"Z{number:03} 2012" for number in range(97)]
    root = write_files(tmp_path / "cars", jpegs(f"{name}/1.jpg" for name in folders))
    source = replace(SOURCE, expected={"train": Count(98, 98), "test": Count(98, 98)})
    splits = {entry.class_name: entry.split for entry in entries_of(source, tmp_path / "raw", root=root)}
    assert (splits["FIAT 500 2012"], splits["Ferrari FF 2012"]) == ("train", "test")


def test_another_layout_is_reported(tmp_path: Path) -> None:
    root = write_files(tmp_path / "cars", jpegs(["Audi S4 2012/1.jpg", "x/2.jpg"]))
    with pytest.raises(PrismError, match=r"nor a folder for each of the 196 models \(it has 1\): Stanford's host is"):
        entries_of(SOURCE, tmp_path / "raw", root=root)


def test_broken_annotations_are_reported(tmp_path: Path) -> None:
    root = write_files(tmp_path / "cars", {"cars_annos.mat": b"nonsense" * 100})
    with pytest.raises(PrismError, match=r"cars_annos\.mat is not a MATLAB file that can be read"):
        entries_of(SOURCE, tmp_path / "raw", root=root)


def test_nothing_can_be_downloaded(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"^car_ims\.tgz cannot be fetched automatically: Stanford's host is gone"):
        entries_of(SOURCE, tmp_path / "raw")
