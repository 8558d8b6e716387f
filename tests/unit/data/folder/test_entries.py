from pathlib import Path
from typing import Any

import pytest

from prism.data.folder.entries import folder_entries
from prism.data.sources.folder import FolderDataset
from prism.errors import PrismError


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Make a folder of six classes of two images, with files and folders that are to be ignored."""
    root = tmp_path / "root"
    for name in "fbdace":
        (root / name).mkdir(parents=True)
        for image in ("2.JPG", "1.png", "notes.txt", ".hidden.png"):
            (root / name / image).touch()
    (root / ".thumbnails").mkdir()
    (root / ".thumbnails/x.png").touch()
    (root / "empty").mkdir()
    (root / "stray.png").touch()
    return root


def settings(root: Path, **options: Any) -> FolderDataset:
    return FolderDataset(kind="folder", title="Mine", root=str(root), **options)


def failure(root: Path, **options: Any) -> str:
    with pytest.raises(PrismError) as caught:
        folder_entries(settings(root, **options))
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith(".")
    return message


def csv_failure(root: Path, content: str) -> str:
    path = root.parent / "labels.csv"
    path.write_text(content)
    message = failure(root, labels=str(path))
    assert str(path) in message
    return message


def test_a_folder_for_each_class(root: Path) -> None:
    entries = folder_entries(settings(root))
    assert [(entry.class_name, entry.path) for entry in entries] == [
        (name, f"{name}/{image}") for name in "abcdef" for image in ("1.png", "2.JPG")
    ]
    assert all(entry.crop is None for entry in entries)


def test_classes_may_be_nested(root: Path) -> None:
    (root / "a/inner/.hidden").mkdir(parents=True)
    (root / "a/inner/1.png").touch()
    (root / "a/inner/.hidden/2.png").touch()
    (root / "a/again").symlink_to(root)  # a circle
    entries = folder_entries(settings(root))
    assert [entry.path for entry in entries if entry.class_name == "a/inner"] == ["a/inner/1.png"]
    assert len(entries) == 13


def test_a_csv(root: Path) -> None:
    path = root.parent / "labels.csv"
    path.write_text("label,path\n10,f/1.png\n2,a/1.png\n2,a/2.JPG\nNA,b/1.png\nx,c/1.png\n")
    entries = folder_entries(settings(root, labels=str(path)))
    assert [(entry.class_name, entry.path) for entry in entries] == [
        ("10", "f/1.png"),
        ("2", "a/1.png"),
        ("2", "a/2.JPG"),
        ("NA", "b/1.png"),
        ("x", "c/1.png"),
    ]


def training_classes(root: Path, **options: Any) -> set[str]:
    entries = folder_entries(settings(root, **options))
    train, test = ({entry.class_name for entry in entries if entry.split == split} for split in ("train", "test"))
    assert not train & test
    return train


def test_a_share_of_the_classes_trains(root: Path) -> None:
    assert len(training_classes(root)) == 3
    assert len(training_classes(root, train_share=0.6)) == 4
    assert training_classes(root, split_seed=1) == training_classes(root, split_seed=1)
    assert len({frozenset(training_classes(root, split_seed=seed)) for seed in range(5)}) > 1


def test_a_share_that_leaves_too_few_classes_is_reported(root: Path) -> None:
    message = failure(root, train_share=0.1)
    assert "6 classes, of which 1 would train and 5 test" in message
    assert "change train_share" in message


def test_too_few_classes_are_reported(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / name).mkdir()
        (tmp_path / name / "1.png").touch()
    assert "has 3 classes" in failure(tmp_path)


def test_a_missing_root_and_a_missing_csv_are_reported(root: Path, tmp_path: Path) -> None:
    assert failure(tmp_path / "no") == f"{tmp_path}/no is not a folder: give the folder of the images as root."
    assert f"{tmp_path}/no.csv is not a file" in failure(root, labels=f"{tmp_path}/no.csv")


def test_wrong_columns_are_reported(root: Path) -> None:
    assert "has no column 'path'" in csv_failure(root, "file,label\na/1.png,x\n")
    assert "has no column 'label'" in csv_failure(root, "path\na/1.png\n")
    assert "has the unknown column 'split'" in csv_failure(root, "path,label,split\na/1.png,x,train\n")
    assert "is not a CSV file" in csv_failure(root, "")
    assert "is not a CSV file" in csv_failure(root, "path,label\na,b\na,b,c,d\n")


def test_wrong_lines_are_reported(root: Path) -> None:
    assert "no path or no label in line 3" in csv_failure(root, "path,label\na/1.png,x\na/2.JPG,\n")
    assert "lists a/1.png more than once" in csv_failure(root, "path,label\na/1.png,x\na/1.png,y\n")
    assert "lists a/no.png (1 such), which is not below" in csv_failure(root, "path,label\na/no.png,x\na/1.png,y\n")


def test_images_of_every_class_may_train(root: Path) -> None:
    for name in "abcdef":
        for image in ("3.png", "4.png"):
            (root / name / image).touch()
    entries = folder_entries(settings(root, split="image"))
    for split in ("train", "test"):
        assert [entry.class_name for entry in entries if entry.split == split] == list("aabbccddeeff")
    assert folder_entries(settings(root, split="image")) == entries
    assert folder_entries(settings(root, split="image", split_seed=1)) != entries


def test_too_few_images_to_split_are_reported(root: Path) -> None:
    assert "has 6 classes of at most 2 images" in failure(root, split="image")
