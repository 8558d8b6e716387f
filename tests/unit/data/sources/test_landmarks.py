import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from archives import entries_of, jpeg, jpegs, write_tar
from prism.data.archives.rparis import GROUND_TRUTH
from prism.data.entry import Count
from prism.data.manifest import missing_images
from prism.data.sources.landmarks import LIST, SOURCE, addresses
from prism.errors import PrismError
from server import Server

QUERY = {"bbx": [0, 0, 1, 1], "easy": [], "hard": [], "junk": []}


def test_from_addresses_to_entries(server: Server, tmp_path: Path) -> None:
    server.files |= {"/x/a.jpg": jpeg(1), "/y/a.jpg": jpeg(2)}
    mine = tmp_path / "mine"
    for part, name in [(1, "eiffel"), (2, "louvre")]:
        write_tar(mine / f"paris_{part}-v1.tgz", jpegs([f"paris/{name}/paris_{name}_000001.jpg"]))
    (mine / LIST).write_text(
        f"{server.base}/x/a.jpg Big Ben\n\n{server.base}/y/a.jpg Big Ben\n{server.base}/z Kremlin\n"
    )
    truth = {"imlist": ["paris_eiffel_000001"], "qimlist": ["paris_louvre_000001"], "gnd": [QUERY]}
    (mine / GROUND_TRUTH).write_bytes(pickle.dumps(truth))
    source = replace(SOURCE, expected={"test": Count(1, 1), "query": Count(1)})
    entries = entries_of(source, tmp_path / "raw", archive=mine)
    assert [(entry.split, entry.class_name) for entry in entries] == [
        ("train", "Big Ben"),
        ("train", "Big Ben"),
        ("test", "eiffel"),
        ("query", "louvre"),
    ]
    assert missing_images(tmp_path / "raw") == 1


@pytest.mark.parametrize("line", ["http://x/a.jpg", "http://x/a.jpg ../evil", "http://x/a.jpg ."])
def test_a_bad_line_is_reported(tmp_path: Path, line: str) -> None:
    (tmp_path / LIST).write_text(f"http://x/b.jpg Kremlin\n{line}\n")
    with pytest.raises(PrismError, match="line 2: write an address, a space and a landmark"):
        addresses(tmp_path / LIST)


def test_without_the_list_the_sentence_says_where_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"^landmarks_urls\.txt cannot be fetched automatically: get the list"):
        entries_of(SOURCE, tmp_path / "raw")
