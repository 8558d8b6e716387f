import hashlib
import math
from collections import defaultdict
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
import torch.nn.functional as F

from prism.data.features import write_features
from prism.data.store import StoredImage, write_store
from prism.errors import PrismError
from prism.io.files import read_json, write_json
from prism.noise.generate import corrupt, describe, make_noise
from prism.noise.records import read_description
from prism.noise.settings import Noise

SETTINGS = Noise(seed=0, images_per_cluster=2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a dataset of 20 classes of 6 images, every second class for training, and a feature for each image."""
    pixels = np.zeros((1, 1, 3), dtype=np.uint8)
    images = [StoredImage(f"{c:02}/{i}", f"class{c:02}", "", pixels) for i in range(6) for c in range(20)]
    write_store(tmp_path, images, {f"class{c:02}" for c in range(1, 20, 2)})
    features = F.normalize(torch.randn(len(images), 8, generator=torch.Generator().manual_seed(0)))
    write_features(tmp_path / "features.safetensors", features, tmp_path)
    return tmp_path


def make(folder: Path, name: str) -> tuple[pd.DataFrame, dict]:
    output = folder / f"{name}.parquet"
    make_noise(name, folder / "index.parquet", folder / "features.safetensors", output, SETTINGS)
    read_description(output.with_suffix(".json"))  # reads back
    return pd.read_parquet(output), read_json(output.with_suffix(".json"))


RATES = {"clean": 0.0, "symmetric-50": 0.5, "pairwise-20": 0.2, "smallcluster-25": 0.25}


@pytest.mark.parametrize("name", RATES)
def test_every_training_image_has_a_row(folder: Path, name: str) -> None:
    table, _ = make(folder, name)
    index = pd.read_parquet(folder / "index.parquet")
    assert list(table) == ["index", "true", "given", "is_noisy"]
    assert table["index"].tolist() == [row for row, split in enumerate(index["split"]) if split == "train"]
    assert table["true"].tolist() == index["label"][index["split"] == "train"].tolist()
    assert set(table["given"]) <= set(table["true"])  # never a test class
    assert (table["is_noisy"] == (table["true"] != table["given"])).all()


@pytest.mark.parametrize("name", RATES)
def test_the_description_says_what_was_done(folder: Path, name: str) -> None:
    table, description = make(folder, name)
    assert description["name"] == name
    assert description["nominal_rate"] == RATES[name]
    assert description["realised_rate"] == table["is_noisy"].mean()
    assert description["settings"] == {"seed": 0, "per_seed": False, "images_per_cluster": 2.0}
    assert (description["images"], description["classes_before"]) == (60, 10)
    assert description["classes_after"] == table["given"].nunique()
    assert description["sha256"] == hashlib.sha256((folder / f"{name}.parquet").read_bytes()).hexdigest()
    shares = defaultdict(float)
    for true, given, share in description["transitions"]:
        shares[true] += share
        assert share == pytest.approx((table.loc[table["true"] == true, "given"] == given).mean(), abs=1e-6)
    assert shares.keys() == set(table["true"])
    assert all(math.isclose(total, 1, abs_tol=1e-5) for total in shares.values())


def test_small_cluster_noise_names_the_classes_that_are_gone(folder: Path) -> None:
    table, description = make(folder, "smallcluster-25")
    gone = description["eliminated_classes"]
    assert len(gone) == 3  # 15 of 60 images, in classes of 6
    assert not table["given"].isin(gone).any()
    assert description["realised_rate"] == 0.3
    assert make(folder, "clean")[1]["eliminated_classes"] == []


def test_the_same_noise_has_the_same_bytes(folder: Path) -> None:
    paths = [folder / "symmetric-50.parquet", folder / "symmetric-50.json"]
    make(folder, "symmetric-50")
    before = [path.read_bytes() for path in paths]
    make(folder, "symmetric-50")
    assert [path.read_bytes() for path in paths] == before


def test_a_description_by_hand() -> None:
    table = pd.DataFrame({"true": [1, 1, 1, 1, 2, 2], "given": [1, 2, 2, 2, 2, 2]})
    table["is_noisy"] = table["true"] != table["given"]
    description = describe("symmetric-40", table, SETTINGS, missing_images=0, checksum="").model_dump()
    assert description["transitions"] == [[1, 1, 0.25], [1, 2, 0.75], [2, 2, 1.0]]
    assert (description["nominal_rate"], description["realised_rate"]) == (0.4, 0.5)


def test_small_cluster_noise_needs_features() -> None:
    sentence = r"^noise smallcluster-25 is made from features of the images: give them with --features\.$"
    with pytest.raises(PrismError, match=sentence):
        corrupt("smallcluster-25", np.arange(4), None, SETTINGS)


def test_features_of_another_index_are_refused(folder: Path) -> None:
    write_features(folder / "features.safetensors", torch.ones(3, 8), folder)
    with pytest.raises(PrismError, match=r"has 3 rows for an index of 120"):
        make(folder, "smallcluster-25")


def test_under_natural_noise_it_is_unknown_which_labels_are_wrong(folder: Path) -> None:
    table, description = make(folder, "natural")
    assert table["is_noisy"].isna().all()
    assert table["given"].equals(table["true"])
    assert description["realised_rate"] is None


def test_images_that_could_not_be_fetched_are_counted(folder: Path) -> None:
    assert make(folder, "clean")[1]["missing_images"] == 0
    write_json(folder / "raw/manifest.json", {"files": "files", "missing": 3})
    assert make(folder, "clean")[1]["missing_images"] == 3


def test_authors_noise_needs_its_list(folder: Path) -> None:
    with pytest.raises(PrismError, match="read from a list: give it with --labels"):
        make(folder, "authors-symmetric-20")


def test_each_draw_is_another_and_the_first_is_the_plain_one(folder: Path) -> None:
    given = {name: make(folder, name)[0]["given"].tolist() for name in ("symmetric-50", "smallcluster-25")}
    for name, plain in given.items():
        draws = [make(folder, f"{name}-draw{number}")[0]["given"].tolist() for number in range(3)]
        assert draws[0] == plain
        assert draws[0] != draws[1] != draws[2] != draws[0]
