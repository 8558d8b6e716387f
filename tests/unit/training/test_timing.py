import dataclasses
import json
import multiprocessing
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
from safetensors.torch import save_file

from prism.backbones.settings import Backbone
from prism.data.store import StoredImage, write_store
from prism.io.files import sha256
from prism.results.settings import EndToEnd, RunSettings, Timing, TimingSettings
from prism.training.data import StudyData
from prism.training.inputs import ImageInputs
from prism.training.learner import Learner
from prism.training.loop import train
from prism.training.timing import TimedRun, measure, time_runs

FILTER = {"noise_rate": 0.25, "window": 5}
METHODS = {"mcl": {}, "mcl_prism": FILTER, "softtriple": {}, "softtriple_prism": FILTER}


class Clock:
    """Stands still unless it is told to go on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Stopwatched:
    """Something to time that takes as long as it is told, block by block."""

    def __init__(self, name: str, seconds: list[float], diary: list[str]) -> None:
        self.name = name
        self.seconds = seconds
        self.diary = diary

    def fill(self) -> None:
        self.diary.append(f"{self.name} fills")

    def block(self, number: int, how: Timing, clock: Callable[[], float]) -> float:
        self.diary.append(f"{self.name}{number}")
        return self.seconds[number]


def test_all_banks_are_filled_first_and_then_the_methods_take_turns() -> None:
    diary: list[str] = []
    timed = [Stopwatched("A", [1, 2, 3], diary), Stopwatched("B", [4, 5, 6], diary), Stopwatched("C", [7, 8, 9], diary)]
    assert measure(timed, Timing(repeats=3)) == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert diary == ["A fills", "B fills", "C fills", "A0", "B0", "C0", "A1", "B1", "C1", "A2", "B2", "C2"]


@pytest.mark.parametrize("uses", METHODS)
def test_the_bank_is_full_whenever_the_clock_is_read(
    settings_of: Callable[..., RunSettings], data: StudyData, uses: str
) -> None:
    timed = TimedRun(settings_of(uses, **METHODS[uses]), data)
    has_bank = uses != "softtriple"
    assert timed.missing == (len(data.labels) if has_bank else 0)
    missing: list[int] = []

    def clock() -> float:
        missing.append(timed.missing)
        return 0.0

    measure([timed], Timing(iterations=2, repeats=2, warm_up=1), clock)
    assert missing == [0, 0, 0, 0]


def test_filling_takes_as_many_steps_as_the_bank_has_batches(
    settings_of: Callable[..., RunSettings], data: StudyData
) -> None:
    """192 samples in batches of 32; a filter that drops a quarter of them needs more."""
    plain, filtered = (TimedRun(settings_of(uses, **METHODS[uses]), data) for uses in ("mcl", "mcl_prism"))
    plain.fill()
    assert plain.iteration == 6
    filtered.fill()
    assert filtered.iteration > 6
    bank = filtered.learner.method.filter.bank
    assert len(bank) == len(bank.labels) == 192


def test_a_bank_that_is_filled_late_is_waited_for(settings_of: Callable[..., RunSettings], data: StudyData) -> None:
    timed = TimedRun(settings_of("mcl", start_iteration=10), data)
    timed.fill()
    assert timed.missing == 0
    assert timed.iteration >= 10 + 6


def test_a_block_is_the_mean_of_its_own_steps(
    settings_of: Callable[..., RunSettings], data: StudyData, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step takes a second longer than the one before; two warm up, so three take 3 + 4 + 5 seconds."""
    clock = Clock()
    step = Learner.step

    def slower_and_slower(self: Learner, iteration: int, inputs: torch.Tensor, samples: torch.Tensor) -> None:
        clock.now += iteration
        step(self, iteration, inputs, samples)

    monkeypatch.setattr(Learner, "step", slower_and_slower)
    timed = TimedRun(settings_of("contrastive"), data)
    assert timed.block(0, Timing(iterations=3, warm_up=2), clock) == 4.0
    assert timed.iteration == 5


def test_methods_see_the_same_batches_in_the_same_turn(
    settings_of: Callable[..., RunSettings], data: StudyData, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, list[list[int]]] = {"mcl": [], "mcl_prism": []}
    step = Learner.step

    def noted(self: Learner, iteration: int, inputs: torch.Tensor, samples: torch.Tensor) -> None:
        seen["mcl_prism" if hasattr(self.method, "filter") else "mcl"].append(samples.tolist())
        step(self, iteration, inputs, samples)

    monkeypatch.setattr(Learner, "step", noted)
    how = Timing(iterations=2, repeats=2, warm_up=1)
    measure([TimedRun(settings_of(uses, **METHODS[uses]), data) for uses in seen], how, Clock())
    last = 2 * (1 + 2)
    assert seen["mcl"][-last:] == seen["mcl_prism"][-last:]
    assert seen["mcl"][-last:][:3] != seen["mcl"][-last:][3:]


def test_it_makes_the_steps_of_a_training(
    settings_of: Callable[..., RunSettings], data: StudyData, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the same batches, the weights after as many steps are the same to the last bit."""
    run = settings_of("mcl_prism", training={"iterations": 3}, **FILTER)
    trained = train(run, data)
    timed = TimedRun(run, data)
    timed.block(0, Timing(iterations=2, warm_up=1), Clock())
    for name, weight in trained.networks.state_dict().items():
        assert weight.equal(timed.learner.networks.state_dict()[name])


def test_beyond_the_last_iteration_the_learning_rate_stays(
    settings_of: Callable[..., RunSettings], data: StudyData
) -> None:
    timed = TimedRun(settings_of("mcl", training={"iterations": 4}), data)
    timed.block(0, Timing(iterations=9, warm_up=1), Clock())
    (group,) = timed.learner.optimizer.param_groups
    assert group["lr"] == pytest.approx(0.02 * (1 + np.cos(np.pi * 3 / 4)) / 2)


def test_no_worker_prepares_batches_beside_the_next_method(
    settings_of: Callable[..., RunSettings], data: StudyData, tmp_path: Path
) -> None:
    pixels = np.random.default_rng(0).integers(0, 255, size=(40, 40, 3), dtype=np.uint8)
    write_store(tmp_path, [StoredImage(f"{n}", "a", "x", pixels, "train") for n in range(len(data.labels))])
    network = Backbone(architecture="resnet18", input_size=32, batch_size=16)
    how = EndToEnd(pretrained=False, workers=1)
    inputs = ImageInputs(tmp_path, {"train": data.rows}, network, how, seed=0)
    run = settings_of("contrastive").model_copy(update={"network": network, "end_to_end": how})
    timed = TimedRun(run, dataclasses.replace(data, inputs=inputs))
    workers: list[int] = []

    def clock() -> float:
        workers.append(len(multiprocessing.active_children()))
        return 0.0

    timed.block(0, Timing(iterations=1, warm_up=1), clock)
    assert workers == [1, 1]
    assert multiprocessing.active_children() == []


@pytest.fixture
def files(data: StudyData, tmp_path: Path) -> dict[str, Path]:
    """The data as the workflow stores it."""
    (train_features,), (test_features,) = (list(data.inputs.whole(split)) for split in ("train", "test"))
    pixel = np.zeros((1, 1, 3), dtype=np.uint8)
    labels = [*(f"a{n:02}" for n in (torch.arange(192) // 12).tolist()), *(f"b{n:02}" for n in data.test_labels)]
    images = [
        StoredImage(f"{number:03}", label, "x", pixel, "train" if number < 192 else "test")
        for number, label in enumerate(labels)
    ]
    write_store(tmp_path, images)
    given = data.labels.numpy()
    noise = pd.DataFrame({"index": np.arange(192), "true": given, "given": given, "is_noisy": False})
    noise.to_parquet(tmp_path / "noise.parquet")
    save_file({"features": torch.cat([train_features, test_features])}, tmp_path / "features.safetensors")
    return {
        "index": tmp_path / "index.parquet",
        "noise": tmp_path / "noise.parquet",
        "features": tmp_path / "features.safetensors",
    }


def test_the_file_says_what_was_measured_where(
    settings_of: Callable[..., RunSettings], files: dict[str, Path], tmp_path: Path
) -> None:
    runs = [settings_of(uses, **settings) for uses, settings in METHODS.items()]
    settings = TimingSettings(runs=runs, how=Timing(iterations=2, repeats=3, warm_up=1))
    time_runs(settings, **files, output=tmp_path / "timing.json")
    found = json.loads((tmp_path / "timing.json").read_text())
    assert TimingSettings.model_validate(found["settings"]) == settings
    assert found["data_sha256"] == {name: sha256(path) for name, path in files.items()}
    assert list(found["methods"]) == sorted(METHODS)
    for measured in found["methods"].values():
        each, total = measured["seconds_per_iteration"], measured["seconds_per_5000_iterations"]
        assert sorted(each["blocks"])[1] == each["median"]
        assert total["median"] == pytest.approx(5000 * each["median"])
        assert each["lower_quartile"] <= each["median"] <= each["upper_quartile"]
    assert {"commit", "versions", "machine", "threads", "device"} <= found.keys()
