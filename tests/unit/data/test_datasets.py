"""Datasets from their files to their image stores."""

import dataclasses
import json
from pathlib import Path

import pandas as pd
import pytest

from archives import jpeg, jpegs, write_files, write_tar
from prism.data import datasets
from prism.data.entry import Count
from prism.data.settings import ArchiveDataset
from prism.data.sources import source_of
from prism.data.sources.folder import FolderDataset
from prism.data.store import ImageStore
from prism.errors import PrismError

CUB = {"001.Albatross": 3, "100.Pelican": 2, "101.Crow": 2, "200.Wren": 2}


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write an archive of CUB with nine images, and expect no more than these."""
    few = dataclasses.replace(source_of("cub"), expected={"train": Count(5, 2), "test": Count(4, 2)})
    monkeypatch.setattr("prism.data.sources.cub.SOURCE", few)
    names = [f"CUB_200_2011/images/{name}/{number}.jpg" for name, images in CUB.items() for number in range(images)]
    return write_tar(tmp_path / "mine.tgz", jpegs(names))


def test_from_an_archive_to_the_store(archive: Path, tmp_path: Path) -> None:
    settings = ArchiveDataset(kind="cub", title="CUB", archive=str(archive), size=16)
    datasets.download(settings, tmp_path / "cub/raw")
    datasets.prepare(settings, tmp_path / "cub/raw", tmp_path / "cub", threads=1)
    store = ImageStore(tmp_path / "cub")
    assert store.index["split"].tolist() == ["train"] * 5 + ["test"] * 4
    assert store.index["label"].tolist() == [0, 0, 0, 1, 1, 2, 2, 3, 3]
    assert min(store[0].shape[:2]) == 16
    assert "Wah et al." in (tmp_path / "cub/ATTRIBUTION.md").read_text()
    manifest = json.loads((tmp_path / "cub/raw/manifest.json").read_text())
    assert manifest["archives"]["mine.tgz"]["published"] is False


def test_a_users_own_folder_is_a_dataset_too(tmp_path: Path) -> None:
    root = write_files(tmp_path / "mine", {f"{c}/{i}.jpg": jpeg(i) for c in "abcd" for i in range(3)})
    settings = FolderDataset(kind="folder", title="Mine", root=str(root), size=16)
    datasets.download(settings, tmp_path / "data/raw")
    datasets.prepare(settings, tmp_path / "data/raw", tmp_path / "data", threads=1)
    index = pd.read_parquet(tmp_path / "data/index.parquet")
    assert index.groupby("split")["class_name"].nunique().to_dict() == {"test": 2, "train": 2}


def test_a_folder_that_is_not_there_is_reported_before_anything_is_made(tmp_path: Path) -> None:
    settings = FolderDataset(kind="folder", title="Mine", root=str(tmp_path / "none"))
    with pytest.raises(PrismError, match="none does not exist"):
        datasets.download(settings, tmp_path / "data/raw")
    assert not (tmp_path / "data").exists()
