from pathlib import Path
from typing import Any

import pytest

from prism.data.settings import ArchiveDataset, DatasetSettings
from prism.data.sources import all_sources
from prism.data.sources.emoji import EmojiDataset
from prism.data.sources.folder import FolderDataset
from prism.data.sources.glyphs import GlyphsDataset
from prism.data.status import status
from prism.io.files import write_json

EMOJI = EmojiDataset(kind="emoji", title="Emoji", size=64, min_sets=6, split_seed=0)


def archived(kind: Any, **others: str) -> ArchiveDataset:
    return ArchiveDataset(kind=kind, title=kind, **others)


def test_a_prepared_dataset_is_ready(tmp_path: Path) -> None:
    for name in ("cub", "emoji"):
        write_json(tmp_path / name / "index.parquet", {})
    assert status({"cub": archived("cub"), "emoji": EMOJI}, tmp_path) == ["cub: ready", "emoji: ready"]


def test_files_on_disk_are_named(tmp_path: Path) -> None:
    write_json(tmp_path / "sop/raw/manifest.json", {})
    here = str(tmp_path)
    datasets = {
        "a": archived("cub", archive=here),
        "b": archived("cub", root=here),
        "c": FolderDataset(kind="folder", title="Mine", root=here),
        "sop": archived("sop"),
    }
    assert status(datasets, tmp_path) == [
        f"a: on disk (archive {here})",
        f"b: on disk (root {here})",
        f"c: on disk (root {here})",
        f"sop: on disk ({here}/sop/raw)",
    ]


def test_a_dataset_that_can_be_downloaded_has_a_size(tmp_path: Path) -> None:
    datasets: dict[str, DatasetSettings] = {
        "cub": archived("cub"),
        "food": archived("food101n"),
        "oxford": archived("oxford"),
        "emoji": EMOJI,
    }
    datasets["glyphs"] = GlyphsDataset(kind="glyphs", title="Glyphs", split_seed=0)
    assert status(datasets, tmp_path) == [
        "cub: downloadable (1.2 GB)",
        "food: downloadable (more than 5.0 GB)",
        "oxford: downloadable (more than 1.9 GB)",
        "emoji: downloadable (npm packages, 0.03 GB)",
        "glyphs: downloadable (npm packages, 0.01 GB)",
    ]


def test_a_path_that_does_not_exist_is_named(tmp_path: Path) -> None:
    datasets = {
        "x": archived("cub", archive="nowhere"),
        "y": FolderDataset(kind="folder", title="Mine", root="nowhere"),
    }
    assert status(datasets, tmp_path) == [
        "x: needs your hand: archive nowhere does not exist",
        "y: needs your hand: root nowhere does not exist",
    ]


@pytest.mark.parametrize("kind", ["cars", "cars98n", "landmarks"])
def test_a_dataset_without_an_address_says_what_to_do(tmp_path: Path, kind: str) -> None:
    assert status({kind: archived(kind)}, tmp_path) == [f"{kind}: needs your hand: {all_sources()[kind].by_hand}"]
