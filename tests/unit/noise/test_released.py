from pathlib import Path

import pytest

from prism.data.remote import RemoteFile
from prism.errors import PrismError
from prism.io.files import sha256
from prism.noise.authors import ListFiles
from prism.noise.authors_lists import AUTHORS_LISTS, AuthorsList
from prism.noise.released import fetch_list
from server import Server


@pytest.fixture
def lists(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a folder with a list and its companion, which the repository has too."""
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "CUB_train.csv").write_text("x/1.jpg,1\nx/2.jpg,2\n")
    (folder / "CUB_cleaned_train.csv").write_text("x/1.jpg,1\n")
    server.serve(folder)
    labels, clean = (
        RemoteFile(name, (f"{server.base}/{name}",), f"sha256:{sha256(folder / name)}", unpack=False)
        for name in ("CUB_train.csv", "CUB_cleaned_train.csv")
    )
    monkeypatch.setitem(AUTHORS_LISTS, ("cub", "symmetric-20"), AuthorsList(labels, clean, "by_rank"))
    return folder


@pytest.fixture
def output(tmp_path: Path) -> ListFiles:
    return ListFiles(tmp_path / "data/symmetric-20.csv", tmp_path / "data/symmetric-20-clean.csv")


@pytest.mark.parametrize("on_disk", [True, False], ids=["from a folder", "from the repository"])
def test_a_list_comes_with_its_companion_and_nothing_else(lists: Path, output: ListFiles, on_disk: bool) -> None:
    fetch_list("cub", "symmetric-20", output, lists if on_disk else None)
    assert output.labels.read_text() == "x/1.jpg,1\nx/2.jpg,2\n"
    assert output.clean.read_text() == "x/1.jpg,1\n"
    assert sorted(output.labels.parent.iterdir()) == sorted(output)
    assert len(list(lists.iterdir())) == 2


@pytest.mark.parametrize("name", ["CUB_train.csv", "CUB_cleaned_train.csv"])
def test_another_file_in_the_folder_is_refused(lists: Path, output: ListFiles, name: str) -> None:
    (lists / name).write_text("x/1.jpg,7\n")
    with pytest.raises(PrismError, match=rf"^{lists / name} is not {name} as the authors released it: download it"):
        fetch_list("cub", "symmetric-20", output, lists)
    assert not output.labels.parent.exists()


def test_a_folder_without_the_companion_is_refused(lists: Path, output: ListFiles) -> None:
    (lists / "CUB_cleaned_train.csv").unlink()
    with pytest.raises(PrismError, match=r"CUB_cleaned_train\.csv does not exist"):
        fetch_list("cub", "symmetric-20", output, lists)
    assert not output.labels.parent.exists()


def test_another_file_in_the_repository_is_refused(lists: Path, output: ListFiles, server: Server) -> None:
    server.files["/CUB_cleaned_train.csv"] = b"x/1.jpg,7\n"
    with pytest.raises(PrismError, match=r"CUB_cleaned_train\.csv could not be fetched .*the checksum is"):
        fetch_list("cub", "symmetric-20", output, None)
