"""Decisions made on the page, applied to a folder of images."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from audits import write_images

from prism.audit.decisions import apply_decisions
from prism.audit.tables import read_csv, write_csv
from prism.errors import PrismError

COLUMNS = ["path", "given_label", "decision", "label"]
LABELS = {"cat/1.png": "cat", "cat/2.png": "cat", "dog/1.png": "dog", "dog/=3.png": "dog", "wild/fox/1.png": "wild/fox"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_images(tmp_path / "photos", LABELS)
    return tmp_path / "photos"


def decisions(tmp_path: Path, *rows: tuple[str, str, str, str]) -> Path:
    write_csv(tmp_path / "decisions.csv", pd.DataFrame(list(rows), columns=COLUMNS))
    return tmp_path / "decisions.csv"


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def copied(tmp_path: Path, folder: Path, *rows: tuple[str, str, str, str]) -> str:
    return apply_decisions(decisions(tmp_path, *rows), folder, None, tmp_path / "new", None)


def test_images_go_where_they_were_decided_to(tmp_path: Path, folder: Path) -> None:
    before = files(folder)
    rows = [
        ("cat/1.png", "cat", "keep", "cat"),
        ("cat/2.png", "cat", "drop", ""),
        ("dog/=3.png", "dog", "relabel", "wild/fox"),
    ]
    said = copied(tmp_path, folder, *rows)
    assert said == f"4 images copied, 1 relabelled, 1 dropped: they are in {tmp_path / 'new'}"
    assert files(tmp_path / "new") == {
        "cat/1.png": before["cat/1.png"],
        "dog/1.png": before["dog/1.png"],
        "wild/fox/=3.png": before["dog/=3.png"],
        "wild/fox/1.png": before["wild/fox/1.png"],
    }
    assert files(folder) == before


def test_a_name_that_is_taken_gets_a_number_and_is_told(tmp_path: Path, folder: Path) -> None:
    before = files(folder)
    said = copied(tmp_path, folder, ("cat/1.png", "cat", "relabel", "dog"))
    assert said.startswith("'cat/1.png' is now 'dog/1-2.png', because its name was taken.\n5 images copied")
    assert files(tmp_path / "new")["dog/1.png"] == before["dog/1.png"]
    assert files(tmp_path / "new")["dog/1-2.png"] == before["cat/1.png"]


def test_links_become_files_and_times_stay(tmp_path: Path, folder: Path) -> None:
    os.utime(folder / "cat/1.png", (1_000_000, 1_000_000))
    (tmp_path / "elsewhere.png").write_bytes((folder / "cat/2.png").read_bytes())
    (folder / "cat/3.png").symlink_to(tmp_path / "elsewhere.png")
    copied(tmp_path, folder)
    assert (tmp_path / "new/cat/1.png").stat().st_mtime == 1_000_000
    assert not (tmp_path / "new/cat/3.png").is_symlink()
    assert (tmp_path / "new/cat/3.png").read_bytes() == (folder / "cat/2.png").read_bytes()


def test_labels_are_written_instead(tmp_path: Path, folder: Path) -> None:
    made = decisions(tmp_path, ("cat/2.png", "cat", "drop", ""), ("dog/=3.png", "dog", "relabel", "=cat"))
    said = apply_decisions(made, folder, None, None, tmp_path / "new.csv")
    assert said == f"4 labels written, 1 relabelled, 1 dropped: they are in {tmp_path / 'new.csv'}"
    expected = LABELS | {"dog/=3.png": "=cat"}
    del expected["cat/2.png"]
    table = read_csv(tmp_path / "new.csv", ["path", "label"])
    assert dict(zip(table["path"], table["label"], strict=True)) == expected


def test_labels_of_a_file(tmp_path: Path, folder: Path) -> None:
    write_csv(
        tmp_path / "labels.csv",
        pd.DataFrame({"path": ["cat/1.png", "dog/1.png", "cat/2.png"], "label": ["pet", "pet", "big"]}),
    )
    made = decisions(tmp_path, ("dog/1.png", "pet", "keep", ""))
    said = apply_decisions(made, folder, tmp_path / "labels.csv", tmp_path / "new", None)
    assert sorted(files(tmp_path / "new")) == ["big/2.png", "pet/1-2.png", "pet/1.png"]
    assert "'dog/1.png' is now 'pet/1-2.png'" in said


MISTAKES = {
    "not there": (("cat/9.png", "cat", "drop", ""), "'cat/9.png', which is not in"),
    "other label": (("cat/1.png", "dog", "drop", ""), "'cat/1.png' as 'dog', but it is 'cat' now"),
    "unknown decision": (("cat/1.png", "cat", "burn", ""), "'burn', which is no decision; write keep, relabel, drop"),
    "empty label": (("cat/1.png", "cat", "relabel", " "), "relabel, but not as what"),
    "keep with a label": (("cat/1.png", "cat", "keep", "dog"), "write relabel if you mean that"),
    "climbs out": (("cat/1.png", "cat", "relabel", "../dog"), "cannot be a folder"),
    "dots": (("cat/1.png", "cat", "relabel", ".."), "cannot be a folder"),
    "absolute": (("cat/1.png", "cat", "relabel", "/dog"), "cannot be a folder"),
    "ends with a slash": (("cat/1.png", "cat", "relabel", "dog/"), "cannot be a folder"),
    "backslash": (("cat/1.png", "cat", "relabel", "..\\dog"), "cannot be a folder"),
}


@pytest.mark.parametrize(("row", "complaint"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_and_nothing_is_written(
    tmp_path: Path, folder: Path, row: tuple[str, str, str, str], complaint: str
) -> None:
    before = files(tmp_path)
    with pytest.raises(PrismError) as error:
        copied(tmp_path, folder, ("dog/1.png", "dog", "drop", ""), row)
    assert complaint in str(error.value)
    assert files(tmp_path).keys() == before.keys() | {"decisions.csv"}
    assert {path.name for path in tmp_path.iterdir()} == {"photos", "decisions.csv"}


def test_two_decisions_about_one_image(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(PrismError, match="twice"):
        copied(tmp_path, folder, ("cat/1.png", "cat", "drop", ""), ("cat/1.png", "cat", "keep", "cat"))


@pytest.mark.parametrize(
    "new", ["photos", "photos/cat", "photos/new", ".", "photos/../photos/new", "full", "file", "link"]
)
def test_a_new_folder_that_is_none(tmp_path: Path, folder: Path, new: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/note.txt").touch()
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(folder)
    made = decisions(tmp_path)
    before = files(tmp_path)
    with pytest.raises(PrismError, match="name a"):
        apply_decisions(made, folder, None, tmp_path / new, None)
    assert files(tmp_path) == before


def test_an_empty_folder_will_do(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "new").mkdir()
    copied(tmp_path, folder)
    assert files(tmp_path / "new") == files(folder)


@pytest.mark.parametrize("new", ["photos/new.csv", "decisions.csv"])
def test_a_file_of_labels_that_is_not_new(tmp_path: Path, folder: Path, new: str) -> None:
    made = decisions(tmp_path)
    before = files(tmp_path)
    with pytest.raises(PrismError, match="name a"):
        apply_decisions(made, folder, None, None, tmp_path / new)
    assert files(tmp_path) == before


def test_one_of_the_two_is_needed(tmp_path: Path, folder: Path) -> None:
    for both in [(None, None), (tmp_path / "new", tmp_path / "new.csv")]:
        with pytest.raises(PrismError, match="either"):
            apply_decisions(decisions(tmp_path), folder, None, *both)


def test_a_full_disk_leaves_nothing(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = shutil.copy2

    def full(source: Path, target: Path) -> None:
        real(source, target)
        if source.name == "=3.png":
            raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr(shutil, "copy2", full)
    with pytest.raises(PrismError, match="No space left on device"):
        copied(tmp_path, folder)
    assert {path.name for path in tmp_path.iterdir()} == {"photos", "decisions.csv"}


def test_a_killed_copy_leaves_no_new_folder(tmp_path: Path, folder: Path) -> None:
    made = decisions(tmp_path)
    script = f"""
import os, shutil
from pathlib import Path
from prism.audit.decisions import apply_decisions
shutil.copy2 = lambda source, target: os.kill(os.getpid(), 9)
apply_decisions(Path({str(made)!r}), Path({str(folder)!r}), None, Path({str(tmp_path / "new")!r}), None)
"""
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == -9
    assert not (tmp_path / "new").exists()


def test_the_verb(tmp_path: Path, folder: Path) -> None:
    made = decisions(tmp_path, ("cat/2.png", "cat", "drop", ""))
    command = [sys.executable, "-m", "prism", "apply", str(made), str(folder), "--copy-to", str(tmp_path / "new")]
    first = subprocess.run(command, capture_output=True, text=True, check=False)
    assert first.stdout.splitlines()[-1] == f"4 images copied, 0 relabelled, 1 dropped: they are in {tmp_path / 'new'}"
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr == f"prism: {tmp_path / 'new'} exists and is not an empty folder: name a new folder.\n"
