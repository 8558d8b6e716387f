from pathlib import Path

import pytest

from archives import Files, entries_of, jpegs, served, summary, write_tar
from prism.data.entry import Count
from prism.data.sources.cub import SOURCE
from prism.errors import PrismError
from server import Server

PATHS = [
    "001.Albatross/A_2.jpg",
    "001.Albatross/A_10.jpg",
    "100.Pelican/P_1.jpg",
    "101.Crow/C_1.jpg",
    "200.Wren/W_1.jpg",
]
IMAGES = jpegs(f"CUB_200_2011/images/{path}" for path in PATHS)
LISTED = "".join(f"{number} {path}\n" for number, path in enumerate(PATHS, start=1)).encode()


@pytest.mark.parametrize(
    ("extra", "first_two"),
    [({"CUB_200_2011/images.txt": LISTED}, ["A_2.jpg", "A_10.jpg"]), ({}, ["A_10.jpg", "A_2.jpg"])],
    ids=["images.txt", "sorted"],
)
def test_from_archive_to_entries(server: Server, tmp_path: Path, extra: Files, first_two: list[str]) -> None:
    write_tar(tmp_path / "packed/CUB_200_2011.tgz", IMAGES | extra | {"attributes.txt": b"1 x\n"})
    server.serve(tmp_path / "packed")
    source = served(SOURCE, server.base, tmp_path / "packed", {"train": Count(3, 2), "test": Count(2, 2)})
    entries = entries_of(source, tmp_path / "raw")
    assert summary(entries) == [
        ("train", "001.Albatross", first_two[0]),
        ("train", "001.Albatross", first_two[1]),
        ("train", "100.Pelican", "P_1.jpg"),
        ("test", "101.Crow", "C_1.jpg"),
        ("test", "200.Wren", "W_1.jpg"),
    ]
    assert entries[2].path == "CUB_200_2011/CUB_200_2011/images/100.Pelican/P_1.jpg"


def test_a_reduced_dataset_is_reported(tmp_path: Path) -> None:
    packed = write_tar(tmp_path / "CUB_200_2011.tgz", IMAGES)
    with pytest.raises(
        PrismError, match=r"has 3 images of 2 classes in the train split .* 5,864 images of 100 classes"
    ):
        entries_of(SOURCE, tmp_path / "raw", archive=packed)


def test_an_archive_of_something_else_is_reported(tmp_path: Path) -> None:
    packed = write_tar(tmp_path / "CUB_200_2011.tgz", {"readme.txt": b""})
    with pytest.raises(PrismError, match="has no images: check that it holds the dataset's files, unpacked"):
        entries_of(SOURCE, tmp_path / "raw", archive=packed)
