"""A whole network trained on images: here a small ResNet-18 from random weights, on coloured noise."""

import dataclasses
import multiprocessing
import os
import signal
from collections.abc import Callable
from functools import partialmethod
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
from torch import nn

from interruptions import assert_same, before_iteration, pulled_plug
from prism.backbones.settings import Backbone
from prism.data.store import ImageStore, StoredImage, write_store
from prism.results.settings import EndToEnd, RunSettings
from prism.training.data import StudyData, load_data
from prism.training.inputs import ImageInputs
from prism.training.loop import train
from prism.training.network import ImageNetwork, build_networks
from prism.training.score import score
from prism.training.state import RunState
from prism.training.stop import Stopped, StopRequest

NETWORK = Backbone(architecture="resnet18", input_size=32, batch_size=16)
HOW = EndToEnd(pretrained=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Twelve classes of six images, each class a colour with noise on it; half of the classes train."""
    random = np.random.default_rng(0)
    images = []
    for number in range(12):
        colour = random.integers(0, 255, size=3)
        for image in range(6):
            pixels = np.clip(colour + random.normal(0, 40, size=(40, 44, 3)), 0, 255).astype(np.uint8)
            split = "train" if number < 6 else "test"
            images.append(StoredImage(f"{number:02}/{image}", f"{number:02}", "x", pixels, split))
    write_store(tmp_path, images)
    rows = np.arange(36)
    labels = rows // 6
    noise = pd.DataFrame({"index": rows, "true": labels, "given": labels, "is_noisy": False})
    noise.to_parquet(tmp_path / "noise.parquet")
    return tmp_path


@pytest.fixture
def run(settings_of: Callable[..., RunSettings]) -> RunSettings:
    training = {
        "iterations": 6,
        "classes_per_batch": 4,
        "images_per_class": 2,
        "evaluate_every": 3,
        "checkpoint_every": 2,
    }
    return settings_of("mcl", training=training).model_copy(update={"network": NETWORK, "end_to_end": HOW})


@pytest.fixture
def data(folder: Path, run: RunSettings) -> StudyData:
    return load_data(run, folder / "index.parquet", folder / "noise.parquet", None)


def changed(run: RunSettings, **how: object) -> RunSettings:
    return run.model_copy(update={"end_to_end": HOW.model_copy(update=how)})


def test_an_interrupted_training_ends_as_an_undisturbed_one(run: RunSettings, data: StudyData, tmp_path: Path) -> None:
    with before_iteration(run, 4, pulled_plug), pytest.raises(KeyboardInterrupt):
        train(run, data, RunState(tmp_path / "state"))
    resumed = train(run, data, RunState(tmp_path / "state"))
    assert resumed.steps == 4
    assert_same(resumed, train(run, data))


def test_a_signal_to_all_its_processes_stops_it_in_order(run: RunSettings, data: StudyData, tmp_path: Path) -> None:
    """SLURM signals a job's worker processes too."""
    with_workers = changed(run, workers=2)
    data = dataclasses.replace(data, inputs=dataclasses.replace(data.inputs, how=with_workers.end_to_end))

    def signal_all() -> None:
        for process in [os.getpid(), *(worker.pid for worker in multiprocessing.active_children())]:
            os.kill(process, signal.SIGTERM)

    with StopRequest() as stop, before_iteration(run, 4, signal_all), pytest.raises(Stopped):
        train(with_workers, data, RunState(tmp_path / "state"), stop=stop)
    resumed = train(with_workers, data, RunState(tmp_path / "state"))
    assert resumed.steps == 2
    assert_same(resumed, train(run, data))


@pytest.mark.parametrize("augmentation", ["random_resized_crop", "random_crop"])
def test_batches_follow_from_the_seed_whoever_prepares_them(folder: Path, augmentation: str) -> None:
    rows = {"train": torch.arange(36)}
    batches = torch.tensor([[0, 7], [14, 35], [3, 3]])

    def inputs(seed: int, workers: int, start: int = 0) -> list[torch.Tensor]:
        how = HOW.model_copy(update={"augmentation": augmentation, "workers": workers})
        return list(ImageInputs(folder, rows, NETWORK, how, seed).training(batches, start))

    alone = inputs(seed=0, workers=0)
    assert [batch.shape for batch in alone] == [(2, 3, 32, 32)] * 3
    assert all(one.equal(other) for one, other in zip(alone, inputs(seed=0, workers=2), strict=True))
    assert all(one.equal(other) for one, other in zip(alone[1:], inputs(seed=0, workers=0, start=1), strict=True))
    assert not alone[0].equal(inputs(seed=1, workers=0)[0])
    assert not alone[2][0].equal(alone[2][1])  # two crops of one image


def test_test_images_are_scored_by_their_middle(folder: Path) -> None:
    rows = {"test": torch.arange(36, 72)}
    (first, *_) = ImageInputs(folder, rows, NETWORK, HOW, seed=0).whole("test")
    middle = ImageStore(folder)[36][4:36, 6:38]
    assert first[0].equal(torch.from_numpy(middle.copy()).permute(2, 0, 1))
    assert len(first) == 16


def test_test_images_are_the_same_whoever_prepares_them(folder: Path) -> None:
    rows = {"test": torch.arange(36, 72)}
    alone, shared = (
        list(ImageInputs(folder, rows, NETWORK, HOW.model_copy(update={"workers": workers}), seed=0).whole("test"))
        for workers in (0, 2)
    )
    assert [len(batch) for batch in alone] == [16, 16, 4]
    assert all(one.equal(other) for one, other in zip(alone, shared, strict=True))


def test_a_loader_draws_nothing_from_the_random_numbers_of_the_training(folder: Path) -> None:
    inputs = ImageInputs(folder, {"train": torch.arange(36), "test": torch.arange(36, 72)}, NETWORK, HOW, seed=0)
    before = torch.get_rng_state()
    list(inputs.training(torch.tensor([[0, 7]]), 0))
    list(inputs.whole("test"))
    assert torch.get_rng_state().equal(before)


@pytest.mark.parametrize(("device", "pinned"), [("gpu", True), ("cpu", False)])
def test_batches_for_a_gpu_are_loaded_into_pinned_memory(
    folder: Path, device: str, pinned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies: list[torch.Tensor] = []
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.Tensor, "pin_memory", lambda batch: copies.append(batch) or batch)
    how = HOW.model_copy(update={"device": device})
    batches = list(ImageInputs(folder, {"test": torch.arange(36)}, NETWORK, how, seed=0).whole("test"))
    assert len(copies) == (len(batches) if pinned else 0)


def test_half_precision_and_memory_layout_change_little() -> None:
    torch.manual_seed(0)
    images = torch.randint(0, 256, (4, 3, 32, 32), dtype=torch.uint8)
    plain = ImageNetwork(NETWORK, HOW, dim=8).eval()
    expected = plain(images)
    for how in ({"precision": "bfloat16"}, {"channels_last": True}):
        other = ImageNetwork(NETWORK, HOW.model_copy(update=how), dim=8).eval()
        other.load_state_dict(plain.state_dict())
        assert other(images).dtype == torch.float32
        torch.testing.assert_close(other(images), expected, atol=0.05, rtol=0.05)


@pytest.mark.parametrize(
    ("how", "tolerance"),
    [
        ({"precision": "tf32"}, 0.0),
        ({"precision": "bfloat16"}, 0.05),
        ({"channels_last": True}, 1e-4),
        ({"compile": True}, 1e-4),
    ],
)
def test_a_step_under_other_settings_has_nearly_the_same_loss(
    run: RunSettings, data: StudyData, how: dict[str, object], tolerance: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compile without a C++ compiler: the network and its gradients are recorded, and run as they are."""
    monkeypatch.setattr(nn.Module, "compile", partialmethod(nn.Module.compile, backend="aot_eager", fullgraph=True))
    one_step = {"training": run.training.model_copy(update={"iterations": 1})}
    plain, other = (train(each.model_copy(update=one_step), data) for each in (run, changed(run, **how)))
    assert other.journal.records[-1]["loss"] == pytest.approx(plain.journal.records[-1]["loss"], rel=tolerance)
    weights = plain.networks.state_dict()
    assert {name: value.dtype for name, value in other.networks.state_dict().items()} == {
        name: value.dtype for name, value in weights.items()
    }


def test_workers_that_are_spawned_prepare_the_same_batches(folder: Path) -> None:
    """Python 3.14 no longer forks, and a process that is not forked gets its images from a pickled store."""
    rows = {"train": torch.arange(36), "test": torch.arange(36, 72)}

    def loaded(workers: int) -> list[torch.Tensor]:
        inputs = ImageInputs(folder, rows, NETWORK, HOW.model_copy(update={"workers": workers}), seed=0)
        return [*inputs.training(torch.tensor([[0, 7], [14, 35]]), 0), *inputs.whole("test")]

    alone, method = loaded(workers=0), multiprocessing.get_start_method()
    multiprocessing.set_start_method("spawn", force=True)
    try:
        spawned = loaded(workers=1)
    finally:
        multiprocessing.set_start_method(method, force=True)
    assert all(one.equal(other) for one, other in zip(alone, spawned, strict=True))


def test_raw_embeddings_are_not_normalised() -> None:
    network = ImageNetwork(NETWORK, HOW, dim=8)
    raw = network(torch.randint(0, 256, (4, 3, 32, 32), dtype=torch.uint8), False)
    assert not torch.allclose(raw.norm(dim=1), torch.ones(4))


def test_two_networks_are_trained_and_both_are_scored(run: RunSettings, data: StudyData) -> None:
    coteaching = run.model_copy(update={"uses": "coteaching", "settings": {"noise_rate": 0.2}})
    trained = train(coteaching, data)
    assert {"map_at_r", "map_at_r_of_network_2"} <= trained.journal.records[-1].keys()


def test_images_are_read_once_for_two_networks(
    run: RunSettings, data: StudyData, monkeypatch: pytest.MonkeyPatch
) -> None:
    networks = build_networks(run, data.inputs, count=2)
    alone = [score(nn.ModuleList([network]), data)[0] for network in networks]
    read: list[int] = []
    pixels_of = ImageStore.__getitem__
    monkeypatch.setattr(ImageStore, "__getitem__", lambda store, row: read.append(row) or pixels_of(store, row))
    assert score(networks, data) == alone
    assert read == list(range(36, 72))
