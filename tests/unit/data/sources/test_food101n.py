from pathlib import Path

import pytest

from archives import entries_of, jpegs, served, summary, write_tar, write_zip
from prism.data.entry import Count
from prism.data.sources.food101n import SOURCE
from server import Server

DISHES = [f"dish_{number:03}" for number in range(1, 102)]


@pytest.mark.parametrize("folder", ["train", "images"])
def test_from_archives_to_entries(server: Server, tmp_path: Path, folder: str) -> None:
    noisy = jpegs(f"Food-101N_release/{folder}/{dish}/web.jpg" for dish in DISHES)
    clean = jpegs(f"food-101/images/{dish}/{number}.jpg" for dish in DISHES for number in (1, 2))
    write_zip(tmp_path / "packed/Food-101N_release.zip", noisy | {"Food-101N_release/meta/classes.txt": b""})
    write_tar(tmp_path / "packed/food-101.tar.gz", clean | {"food-101/meta/classes.txt": b""})
    server.serve(tmp_path / "packed")
    source = served(SOURCE, server.base, tmp_path / "packed", {"train": Count(50, 50), "test": Count(102, 51)})
    found = summary(entries_of(source, tmp_path / "raw"))
    assert found[49:52] == [
        ("train", "dish_050", "web.jpg"),
        ("test", "dish_051", "1.jpg"),
        ("test", "dish_051", "2.jpg"),
    ]
    assert found[-1] == ("test", "dish_101", "2.jpg")
