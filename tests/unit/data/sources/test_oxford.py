import pickle
from pathlib import Path

import pytest

from archives import entries_of, jpegs, served, summary, write_tar
from prism.data.archives.rparis import GROUND_TRUTH
from prism.data.entry import Count
from prism.data.sources.oxford import SOURCE
from prism.errors import PrismError
from server import Server

EXPECTED = {"train": Count(3, 2), "test": Count(2, 2), "query": Count(1)}


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    folder = tmp_path / "packed"
    stems = ["christ_church_000212", "christ_church_000001", "new_000013"]
    write_tar(folder / "oxbuild_images-v1.tgz", jpegs(f"{stem}.jpg" for stem in stems))
    write_tar(folder / "paris_1-v1.tgz", jpegs(f"paris/eiffel/paris_eiffel_00000{i}.jpg" for i in (1, 3)))
    write_tar(folder / "paris_2-v1.tgz", jpegs(["paris/louvre/paris_louvre_000002.jpg"]))
    truth = {
        "imlist": ["paris_louvre_000002", "paris_eiffel_000001"],
        "qimlist": ["paris_eiffel_000003"],
        "gnd": [{"bbx": [1, 2, 3, 4], "easy": [1], "hard": [], "junk": []}],
    }
    (folder / GROUND_TRUTH).write_bytes(pickle.dumps(truth))
    return folder


def test_from_archives_to_entries(server: Server, packed: Path, tmp_path: Path) -> None:
    server.serve(packed)
    entries = entries_of(served(SOURCE, server.base, packed, EXPECTED), tmp_path / "raw")
    assert summary(entries) == [
        ("train", "christ_church", "christ_church_000001.jpg"),
        ("train", "christ_church", "christ_church_000212.jpg"),
        ("train", "new", "new_000013.jpg"),
        ("test", "louvre", "paris_louvre_000002.jpg"),
        ("test", "eiffel", "paris_eiffel_000001.jpg"),
        ("query", "eiffel", "paris_eiffel_000003.jpg"),
    ]
    assert entries[-1].crop == (1, 2, 3, 4)
    assert entries[-1].path == "paris_1-v1/paris/eiffel/paris_eiffel_000003.jpg"


def test_an_image_that_the_ground_truth_names_must_be_there(server: Server, packed: Path, tmp_path: Path) -> None:
    write_tar(packed / "paris_2-v1.tgz", {})
    server.serve(packed)
    with pytest.raises(PrismError, match=r"lacks 1 of the images of Oxford Buildings, .* jpg/paris_louvre_000002\.jpg"):
        entries_of(served(SOURCE, server.base, packed, EXPECTED), tmp_path / "raw")
