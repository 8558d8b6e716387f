"""Pretraining on classes that are in neither split, here of coloured noise."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from interruptions import before_iteration, pulled_plug
from prism.backbones import backbone
from prism.backbones.settings import Backbone
from prism.data.entry import Split
from prism.data.store import StoredImage, write_store
from prism.errors import PrismError
from prism.results.settings import EndToEnd, RunSettings
from prism.training.pretrain import pretrain, pretraining_data

SPLITS: list[Split] = ["train"] * 4 + ["test"] * 4 + ["pretrain"] * 4
BUDGET = {"iterations": 6, "classes_per_batch": 4, "images_per_class": 2, "evaluate_every": 3, "checkpoint_every": 2}


def write_images(folder: Path, splits: list[Split]) -> Path:
    """Write six images of each class, and return the path of the index."""
    random = np.random.default_rng(0)
    images = [
        StoredImage(f"{number:02}/{image}", f"{number:02}", "x", _noise_around(colour, random), split)
        for number, split in enumerate(splits)
        for colour in [random.integers(0, 255)]
        for image in range(6)
    ]
    write_store(folder, images)
    return folder / "index.parquet"


def _noise_around(grey: int, random: np.random.Generator) -> np.ndarray:
    return np.clip(grey + random.normal(0, 40, size=(32, 32, 3)), 0, 255).astype(np.uint8)


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return write_images(tmp_path / "data", SPLITS)


@pytest.fixture
def run(settings_of: Callable[..., RunSettings]) -> RunSettings:
    network = Backbone(architecture="convnet_small", input_size=32, batch_size=16)
    how = EndToEnd(pretrained=False, augmentation="shift", device="cpu")
    run = settings_of("nsoftmax", training=BUDGET)
    return run.model_copy(update={"noise": "clean", "network": network, "end_to_end": how})


def test_it_learns_the_classes_of_neither_split_and_is_scored_on_those_that_train(
    run: RunSettings, index: Path
) -> None:
    data = pretraining_data(run, index)
    assert data.rows.tolist() == list(range(48, 72))
    assert data.labels.tolist() == [label for label in range(4) for _ in range(6)]
    assert data.test_labels.tolist() == [label for label in range(4) for _ in range(6)]
    scored = torch.cat(list(data.inputs.whole("test")))
    training_images = pretraining_data(run, index).inputs.rows["test"]  # type: ignore[attr-defined]
    assert len(scored) == 24
    assert training_images.tolist() == list(range(24))


def test_weights_record_and_log_are_written_and_the_network_takes_them(
    run: RunSettings, index: Path, tmp_path: Path
) -> None:
    output = tmp_path / "weights/net.safetensors"
    pretrain(run, index, output, tmp_path / "state")
    network = backbone("convnet_small").load(output)
    assert all(value.equal(network.state_dict()[name]) for name, value in load_file(output).items())
    record = json.loads(output.with_suffix(".json").read_text())
    assert record["settings"]["method"] == "nsoftmax"
    assert record["data_sha256"].keys() == {"index"}
    log = [json.loads(line) for line in output.with_suffix(".jsonl").read_text().splitlines()]
    assert [entry["iteration"] for entry in log] == [0, 3, 6]
    assert not (tmp_path / "state").exists()


def test_killed_and_started_again_it_ends_with_the_same_bytes(run: RunSettings, index: Path, tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.safetensors", tmp_path / "killed.safetensors"
    pretrain(run, index, whole, tmp_path / "state")
    with before_iteration(run, 4, pulled_plug), pytest.raises(KeyboardInterrupt):
        pretrain(run, index, killed, tmp_path / "state")
    assert not killed.exists()
    pretrain(run, index, killed, tmp_path / "state")
    assert killed.read_bytes() == whole.read_bytes()


def test_a_dataset_without_classes_to_spare_is_refused(run: RunSettings, tmp_path: Path) -> None:
    index = write_images(tmp_path / "data", ["train"] * 4 + ["test"] * 4)
    with pytest.raises(PrismError, match=r"has no images to pretrain on: choose a dataset with classes that are in no"):
        pretrain(run, index, tmp_path / "net.safetensors", tmp_path / "state")
    assert not (tmp_path / "net.safetensors").exists()
