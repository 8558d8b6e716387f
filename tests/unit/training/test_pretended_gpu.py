"""Every method trains and is scored on a GPU that is pretended: no call may get tensors of two devices."""

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

from pretended_gpu import GPU, OnGpu, pretended_gpu
from prism.backbones.settings import Backbone
from prism.data.store import StoredImage, write_store
from prism.methods import all_methods
from prism.results.settings import EndToEnd, RunSettings
from prism.training.data import StudyData
from prism.training.inputs import ImageInputs
from prism.training.learner import Learner
from prism.training.loop import train

NETWORK = Backbone(architecture="convnet_small", input_size=32, batch_size=64)
HOW = EndToEnd(pretrained=False, augmentation="shift")
OTHER_SETTINGS: dict[str, list[dict[str, object]]] = {
    "f_correction": [{"transition": "estimated"}],
    "mcl_prism": [
        {"enqueue": "after"},
        *({"score": score} for score in ("memory", "memory_positive", "batch_positive")),
    ],
    "softtriple_prism": [{"empty_classes": "skip", "cold_start": "drop"}],
}
CASES = [(uses, settings) for uses in all_methods() for settings in [{}, *OTHER_SETTINGS.get(uses, [])]]


@pytest.fixture
def images(data: StudyData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StudyData:
    """The training set with grey noise for images, to be loaded for a GPU."""
    random = np.random.default_rng(0)
    rows = {"train": torch.arange(192), "test": torch.arange(192, 320)}
    splits = ["train"] * 192 + ["test"] * 128
    pixels = random.integers(0, 256, size=(320, 32, 32, 3), dtype=np.uint8)
    write_store(tmp_path, [StoredImage(str(n), "a", "x", pixels[n], split) for n, split in enumerate(splits)])
    for module in ("network", "inputs"):
        monkeypatch.setattr(f"prism.training.{module}.device_of", lambda how: GPU)
    return dataclasses.replace(data, inputs=ImageInputs(tmp_path, rows, NETWORK, HOW, seed=0))


@pytest.fixture
def gpu() -> Iterator[None]:
    with pretended_gpu():
        yield


@pytest.mark.parametrize(("uses", "settings"), CASES, ids=[f"{uses}-{'-'.join(given)}" for uses, given in CASES])
def test_a_method_mixes_no_devices(
    uses: str, settings: dict[str, object], settings_of: Callable[..., RunSettings], images: StudyData, gpu: None
) -> None:
    fields = all_methods()[uses].Settings.model_fields
    required = {"noise_rate": 0.25} if "noise_rate" in fields else {}
    budget = {"iterations": 6, "evaluate_every": 3}
    run = settings_of(uses, training=budget, **required, **settings)
    trained = train(run.model_copy(update={"network": NETWORK, "end_to_end": HOW}), images)
    assert all(isinstance(parameter, OnGpu) for parameter in trained.networks.parameters())
    assert len(trained.journal.records) == 3


def test_a_method_that_mixes_devices_is_found(
    settings_of: Callable[..., RunSettings], images: StudyData, gpu: None
) -> None:
    run = settings_of("nsoftmax").model_copy(update={"network": NETWORK, "end_to_end": HOW})
    learner = Learner(run, images)
    learner.method.to("cpu")
    samples = torch.arange(8)
    (inputs,) = images.inputs.training(samples[None], 0)
    with pytest.raises(RuntimeError, match="expected all tensors to be on the same device, but found cuda:0 and cpu"):
        learner.step(1, inputs, samples)


@pytest.mark.parametrize(
    "mistake",
    [
        lambda here, there: here + there,
        lambda here, there: torch.cat([here, there]),
        lambda here, there: torch.where(there > 0, there, here),
        lambda here, there: here[there.long()],
        lambda here, there: here.index_add_(0, there.long(), there),
        lambda here, there: here.__setitem__(torch.tensor([0, 1]), there),
        lambda here, there: there.numpy(),
    ],
)
def test_mistakes_that_a_gpu_would_refuse(mistake: Callable[..., object], gpu: None) -> None:
    here, there = torch.zeros(2), torch.zeros(2, device="cuda")
    with pytest.raises((RuntimeError, TypeError), match="cuda:0"):
        mistake(here, there)


def test_what_a_gpu_allows(gpu: None) -> None:
    here, there = torch.zeros(2), torch.zeros(2, device=GPU)
    assert there.device == GPU
    for result in (
        there + torch.tensor(1.0),
        there[torch.tensor([1])],
        here.to(GPU),
        there.copy_(here),
        there.double(),
    ):
        assert isinstance(result, OnGpu)
    for result in (there.cpu(), here.copy_(there), there.to("cpu"), torch.zeros(2)):
        assert not isinstance(result, OnGpu)
    assert isinstance(torch.nn.Linear(2, 2).to(GPU).weight, OnGpu)
