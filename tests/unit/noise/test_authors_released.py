"""The lists for CUB as they were released; conftest.py leaves this file out where they are absent."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from prism.data.store import StoredImage, write_store
from prism.noise.authors import ListFiles
from prism.noise.authors_lists import AUTHORS_LISTS
from prism.noise.generate import make_noise
from prism.noise.released import fetch_list
from prism.noise.settings import Noise
from project import ROOT

LISTS = ROOT.parent / "shared/data/prism-lists"


NOISES = ("symmetric-10", "symmetric-20", "symmetric-50", "smallcluster-25", "smallcluster-50")
WRONG = {  # labels of each list
    "cars": (863, 1_628, 4_021, 2_065, 4_047),
    "cub": (568, 1_149, 2_913, 1_481, 2_948),
    "sop": (5_913, 11_971, 29_736, 14_892, 29_777),
}
COUNTS = {(kind, noise): wrong for kind in WRONG for noise, wrong in zip(NOISES, WRONG[kind], strict=True)}
PRESENT = [key for key in COUNTS if (LISTS / AUTHORS_LISTS[key].labels.name).exists()]  # those of CUB, maybe others
CLASSES = dict(zip(NOISES, (100, 101, 101, 75, 50), strict=True))  # that the lists of CUB give


@pytest.mark.parametrize(("kind", "noise"), PRESENT)
def test_a_companion_leaves_out_the_wrong_labels(tmp_path: Path, kind: str, noise: str) -> None:
    files = ListFiles(tmp_path / "labels.csv", tmp_path / "clean.csv")
    fetch_list(kind, noise, files, LISTS)
    labels, clean = (path.read_text().splitlines() for path in files)
    assert set(clean) <= set(labels)
    assert len(labels) - len(clean) == COUNTS[kind, noise]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write an index with the images of CUB."""
    paths = [
        line.rsplit(",", 1)[0].removeprefix("/data/")
        for name in ("CUB_test.csv", "CUB_train.csv")
        for line in (LISTS / name).read_text().splitlines()
    ]
    pixels = np.zeros((1, 1, 3), dtype=np.uint8)
    images = [StoredImage(path, path.split("/")[-2], "", pixels) for path in paths]
    folder = tmp_path_factory.mktemp("cub")
    write_store(folder, images, {image.class_name for image in images if image.class_name < "101"})
    return folder / "index.parquet"


@pytest.mark.parametrize("noise", NOISES)
def test_labels_are_wrong_where_the_companion_says_so(index: Path, tmp_path: Path, noise: str) -> None:
    files = ListFiles(*(LISTS / file.name for file in AUTHORS_LISTS["cub", noise][:2]))
    output = tmp_path / "noise.parquet"
    make_noise(f"authors-{noise}", index, None, output, Noise(seed=0, images_per_cluster=2), files, "cub")
    table = pd.read_parquet(output)
    clean = {line.split(",")[0].removeprefix("/data/") for line in files.clean.read_text().splitlines()}
    paths = pd.read_parquet(index)["path"][table["index"]]
    assert len(table) == 5_864
    assert table["is_noisy"].tolist() == [path not in clean for path in paths]
    assert (table["is_noisy"] == (table["given"] != table["true"])).all()
    assert table["is_noisy"].sum() == COUNTS["cub", noise]
    assert table["given"].nunique() == CLASSES[noise]
