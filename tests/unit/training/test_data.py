from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch

from prism.backbones.settings import Backbone
from prism.data.features import write_features
from prism.data.store import StoredImage, write_store
from prism.errors import PrismError
from prism.results.settings import EndToEnd, RunSettings
from prism.training.data import StudyData, load_data
from prism.training.inputs import ImageInputs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Classes a to d of two images each; b and d train."""
    pixel = np.zeros((1, 1, 3), dtype=np.uint8)
    images = [StoredImage(f"{c}/{i}", c, "x", pixel) for c in "abcd" for i in range(2)]
    write_store(tmp_path, images, train_classes={"b", "d"})
    write_features(tmp_path / "f.safetensors", torch.arange(16.0).view(8, 2), tmp_path)
    return tmp_path


def write_noise(path: Path, index: list[int]) -> Path:
    wrong = pd.array([True, True, False, False], dtype="boolean")
    pd.DataFrame({"index": index, "true": [1, 1, 3, 3], "given": [3, 3, 3, 3], "is_noisy": wrong}).to_parquet(path)
    return path


def load(folder: Path, run: RunSettings, noise: Path) -> StudyData:
    return load_data(run, folder / "index.parquet", noise, folder / "f.safetensors")


@pytest.fixture
def run(settings_of: Callable[..., RunSettings]) -> RunSettings:
    return settings_of("mcl")


def test_labels_are_numbered_anew_where_noise_emptied_a_class(folder: Path, run: RunSettings) -> None:
    data = load(folder, run, write_noise(folder / "n.parquet", [2, 3, 6, 7]))
    assert data.labels.tolist() == [0, 0, 0, 0]
    assert data.num_classes == 1
    (features,) = data.inputs.whole("train")
    assert features[:, 0].tolist() == [4, 6, 12, 14]
    assert data.is_clean is not None
    assert data.is_clean.tolist() == [False, False, True, True]
    assert data.test_labels.tolist() == [0, 0, 1, 1]
    assert set(data.checksums) == {"index", "features", "noise"}


def test_classes_for_pretraining_are_in_no_other_split(folder: Path, run: RunSettings) -> None:
    index = pd.read_parquet(folder / "index.parquet")
    index.loc[index["class_name"] == "a", "split"] = "pretrain"
    index.to_parquet(folder / "index.parquet")
    data = load(folder, run, write_noise(folder / "n.parquet", [2, 3, 6, 7]))
    assert data.rows.tolist() == [2, 3, 6, 7]
    (features,) = data.inputs.whole("test")
    assert features[:, 0].tolist() == [8, 10]
    assert data.test_labels.tolist() == [0, 0]


def test_under_natural_noise_nobody_knows_what_is_clean(folder: Path, run: RunSettings) -> None:
    noise = write_noise(folder / "n.parquet", [2, 3, 6, 7])
    table = pd.read_parquet(noise)
    table["is_noisy"] = pd.array([pd.NA] * 4, dtype="boolean")
    table.to_parquet(noise)
    assert load(folder, run, noise).is_clean is None


def with_one_wrong_label(folder: Path) -> Path:
    """Write noise under which the second training image has a wrong label, and each class has an image left."""
    wrong = pd.array([False, True, False, False], dtype="boolean")
    labels = {"index": [2, 3, 6, 7], "true": [1, 1, 3, 3], "given": [1, 3, 3, 3], "is_noisy": wrong}
    pd.DataFrame(labels).to_parquet(folder / "n.parquet")
    return folder / "n.parquet"


def test_an_oracle_trains_on_samples_with_a_right_label_alone(folder: Path, run: RunSettings) -> None:
    data = load(folder, run.model_copy(update={"only_clean": True}), with_one_wrong_label(folder))
    assert data.rows.tolist() == [2, 6, 7]
    assert data.labels.tolist() == [0, 1, 1]
    assert data.is_clean is not None
    assert data.is_clean.tolist() == [True, True, True]
    (features,) = data.inputs.whole("train")
    assert features[:, 0].tolist() == [4, 12, 14]
    (batch,) = data.inputs.training(torch.tensor([[2, 0]]), 0)
    assert batch[:, 0].tolist() == [14, 4]
    (test,) = data.inputs.whole("test")
    assert test[:, 0].tolist() == [0, 2, 8, 10]


def test_labels_of_an_oracle_are_numbered_anew_where_a_class_has_no_right_one(folder: Path, run: RunSettings) -> None:
    """Both images of class b have got the label of d, so that b is left out."""
    oracle = run.model_copy(update={"only_clean": True})
    data = load(folder, oracle, write_noise(folder / "n.parquet", [2, 3, 6, 7]))
    assert (data.rows.tolist(), data.labels.tolist(), data.num_classes) == ([6, 7], [0, 0], 1)


def test_an_oracle_reads_the_images_of_samples_with_a_right_label_alone(folder: Path, run: RunSettings) -> None:
    network = Backbone(architecture="resnet18", input_size=32, batch_size=4)
    changes = {"only_clean": True, "network": network, "end_to_end": EndToEnd(pretrained=False)}
    data = load_data(
        run.model_copy(update=changes), folder / "index.parquet", with_one_wrong_label(folder), features_path=None
    )
    assert isinstance(data.inputs, ImageInputs)
    assert {split: rows.tolist() for split, rows in data.inputs.rows.items() if len(rows)} == {
        "train": [2, 6, 7],
        "test": [0, 1, 4, 5],
    }


def test_there_is_no_oracle_where_nobody_knows_what_is_clean(folder: Path, run: RunSettings) -> None:
    noise = write_noise(folder / "n.parquet", [2, 3, 6, 7])
    table = pd.read_parquet(noise)
    table["is_noisy"] = pd.array([pd.NA] * 4, dtype="boolean")
    table.to_parquet(noise)
    with pytest.raises(PrismError, match=r"nobody knows which of these labels are clean: train .* without only_clean"):
        load(folder, run.model_copy(update={"only_clean": True}), noise)


def test_images_need_settings_of_a_network(folder: Path, run: RunSettings) -> None:
    noise = write_noise(folder / "n.parquet", [2, 3, 6, 7])
    with pytest.raises(PrismError, match="without --features is end to end"):
        load_data(run, folder / "index.parquet", noise, None)


def test_noise_of_another_index_is_refused(folder: Path, run: RunSettings) -> None:
    noise = write_noise(folder / "n.parquet", [0, 1, 2, 3])
    with pytest.raises(PrismError, match=r"was made for another index .* make it again"):
        load(folder, run, noise)


def test_features_of_another_index_are_refused(folder: Path, run: RunSettings) -> None:
    write_features(folder / "f.safetensors", torch.zeros(3, 2), folder)
    with pytest.raises(PrismError, match="has 3 rows for an index of 8"):
        load(folder, run, write_noise(folder / "n.parquet", [2, 3, 6, 7]))
