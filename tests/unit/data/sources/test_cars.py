import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.io import savemat

from archives import Files, entries_of, jpegs, served, sha256_of, summary, write_files, write_tar, write_zip
from prism.data.entry import Count
from prism.data.settings import ArchiveDataset
from prism.data.source import ArchiveSource
from prism.data.sources.cars import SOURCE, names_in_lists, sign_of_car_ims
from prism.errors import PrismError
from prism.io.files import read_json
from server import Server

NAMES = [f"Make{number:03} Coupe 2012" for number in range(1, 197)]
NAMES[97:99] = ["Make098 C/V Van 2012", "Make099 Coupe 2012"]
FOLDERS = [name.replace("/", "-") for name in NAMES]
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


def car_ims() -> Files:
    """Return the files of the layout in which both official splits are numbered as one."""
    paths = [f"car_ims/{number:06}.jpg" for number in range(1, 6)]
    annotations = mat(annotations=records(paths, CLASSES, "relative_im_path"), class_names=names())
    return jpegs(paths) | {"cars_annos.mat": annotations}


def with_devkit() -> Files:
    """Return the files of the layout of torchvision."""
    train = ["00001.jpg", "00002.jpg", "00003.jpg"]
    test = ["00001.jpg", "00002.jpg"]
    return jpegs([f"cars_train/{name}" for name in train] + [f"cars_test/{name}" for name in test]) | {
        "devkit/cars_meta.mat": mat(class_names=names()),
        "devkit/cars_train_annos.mat": mat(annotations=records(train, [1, 98, 196], "fname")),
        "cars_test_annos_withlabels.mat": mat(annotations=records(test, [98, 99], "fname")),
    }


def by_folder() -> Files:
    """Return the files of the layout with a folder for each class."""
    paths = [f"car_data/car_data/{split}/{name}/00001.jpg" for split in ("train", "test") for name in FOLDERS]
    return jpegs(paths) | {"names.csv": b""}


def pack(folder: Path, files: Files) -> Path:
    """Write files as Stanford packed them: an archive for each folder, files that lie in none as they are."""
    archives = {"car_ims": "car_ims.tgz", "devkit": "car_devkit.tgz"}
    for name in {path.split("/")[0] for path in files}:
        if name in files:
            write_files(folder, {name: files[name]})
        else:
            members = {path: content for path, content in files.items() if path.startswith(f"{name}/")}
            write_tar(folder / archives.get(name, f"{name}.tgz"), members)
    return folder


def test_from_the_official_archives_to_entries(server: Server, tmp_path: Path) -> None:
    packed = pack(tmp_path / "packed", with_devkit())
    server.serve(packed)
    entries = entries_of(served(SOURCE, server.base, packed, EXPECTED), tmp_path / "raw")
    assert sorted(entry[:2] for entry in summary(entries)) == sorted(ENTRIES)
    assert entries[3].path == "cars_test/cars_test/00001.jpg"


@pytest.mark.parametrize("files", [car_ims, with_devkit])
def test_a_folder_of_the_official_archives(tmp_path: Path, files: Callable[[], Files]) -> None:
    packed = pack(tmp_path / "packed", files())
    entries = entries_of(toy(), tmp_path / "raw", archive=packed)
    assert sorted(entry[:2] for entry in summary(entries)) == sorted(ENTRIES)
    archives = read_json(tmp_path / "raw/manifest.json")["archives"]
    assert archives.keys() == {path.name for path in packed.iterdir()}


def test_car_ims_may_be_put_where_downloads_are_kept(tmp_path: Path) -> None:
    packed = pack(tmp_path / "raw", car_ims())
    source = replace(
        toy(), other_files=tuple(replace(f, checksum=sha256_of(packed / f.name)) for f in SOURCE.other_files)
    )
    assert [entry[:2] for entry in summary(entries_of(source, tmp_path / "raw"))] == ENTRIES


def test_car_ims_needs_its_annotations(tmp_path: Path) -> None:
    packed = pack(tmp_path / "packed", car_ims())
    with pytest.raises(PrismError, match=r"^cars_annos\.mat cannot be fetched automatically: Stanford's host is gone"):
        entries_of(toy(), tmp_path / "raw", archive=packed / "car_ims.tgz")


def test_of_both_releases_the_one_that_fits_the_lists_is_taken(tmp_path: Path) -> None:
    packed = pack(tmp_path / "packed", with_devkit() | car_ims())
    entries = entries_of(toy(), tmp_path / "raw", archive=packed)
    assert {entry.path.split("/")[0] for entry in entries} == {"cars_train", "cars_test"}


def test_a_folder_without_any_archive_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"has none of the files cars_train\.tgz, .*, car_ims\.tgz, cars_annos\.mat"):
        entries_of(toy(), tmp_path / "raw", archive=tmp_path)


@pytest.mark.parametrize("files", [car_ims, with_devkit])
def test_a_folder_with_the_official_files_unpacked(tmp_path: Path, files: Callable[[], Files]) -> None:
    root = write_files(tmp_path / "cars", files())
    entries = entries_of(toy(), tmp_path / "raw", root=root)
    assert sorted(entry[:2] for entry in summary(entries)) == sorted(ENTRIES)


def test_one_archive_with_the_layout_of_torchvision(tmp_path: Path) -> None:
    files = {f"stanford_cars/{name}": content for name, content in with_devkit().items()}
    labels = "stanford_cars/cars_test_annos_withlabels"
    files[f"{labels} (1).mat"] = files.pop(f"{labels}.mat")  # as a popular copy on Kaggle has it
    packed = write_zip(tmp_path / "archive.zip", files)
    entries = entries_of(toy(), tmp_path / "raw", archive=packed)
    assert sorted(entry[:2] for entry in summary(entries)) == sorted(ENTRIES)
    assert entries[3].path == "car_ims/stanford_cars/cars_test/00001.jpg"


def test_a_folder_for_each_class(tmp_path: Path) -> None:
    packed = write_zip(tmp_path / "archive.zip", by_folder())
    source = replace(SOURCE, expected={"train": Count(196, 98), "test": Count(196, 98)})
    entries = entries_of(source, tmp_path / "raw", archive=packed)
    assert {entry.class_name for entry in entries if entry.split == "train"} == set(FOLDERS[:98])


@pytest.mark.parametrize("files", [with_devkit, by_folder])
def test_annotations_of_car_ims_beside_another_layout_do_not_count(tmp_path: Path, files: Callable[[], Files]) -> None:
    """They may be left over from a copy that was used before."""
    root = write_files(tmp_path / "cars", files() | {"cars_annos.mat": b"nonsense"})
    assert {Path(entry.path).name for entry in SOURCE.entries(root)} <= {f"0000{number}.jpg" for number in (1, 2, 3)}
    assert sign_of_car_ims(ArchiveDataset(kind="cars", title="CARS", root=str(root))) is None


def test_car_ims_is_recognised_before_it_is_read(tmp_path: Path) -> None:
    root = write_files(tmp_path / "cars", {f"below/{path}": content for path, content in car_ims().items()})
    packed = pack(tmp_path / "packed", car_ims())
    other = write_files(tmp_path / "other", {"cars_train.tgz": b"", "archive.zip": b""})
    signs: dict[str | None, list[dict[str, Path]]] = {
        "cars_annos.mat": [{"root": root}, {"root": root, "archive": other}],
        "car_ims.tgz": [{"archive": packed}, {"archive": packed / "car_ims.tgz"}, {"archive": Path("no/car_ims.tgz")}],
        None: [{}, {"archive": other}, {"archive": other / "archive.zip"}, {"root": other}, {"root": Path("nowhere")}],
    }
    for sign, entries in signs.items():
        for entry in entries:
            paths = {key: str(path) for key, path in entry.items()}
            assert sign_of_car_ims(ArchiveDataset(kind="cars", title="CARS", **paths)) == sign


def test_the_second_of_two_images_of_a_class_with_one_number_is_renamed_in_the_lists() -> None:
    paths = ["cars_test/00001.jpg", "cars_train/00001.jpg", "cars_train/00002.jpg", "cars_test/00002.jpg"]
    assert names_in_lists(paths, ["x", "x", "x", "y"]) == ["x/00001_2.jpg", "x/00001.jpg", "x/00002.jpg", "y/00002.jpg"]


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
    with pytest.raises(PrismError, match=r"folder for each of the 196 models \(it has 1\) nor .*: Stanford's host"):
        entries_of(SOURCE, tmp_path / "raw", root=root)


def test_broken_annotations_are_reported(tmp_path: Path) -> None:
    root = write_files(tmp_path / "cars", {"cars_annos.mat": b"nonsense" * 100})
    with pytest.raises(PrismError, match=r"cars_annos\.mat is not a MATLAB file that can be read"):
        entries_of(SOURCE, tmp_path / "raw", root=root)


def test_nothing_can_be_downloaded(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"^cars_train\.tgz cannot be fetched automatically: Stanford's host is gone"):
        entries_of(SOURCE, tmp_path / "raw")
