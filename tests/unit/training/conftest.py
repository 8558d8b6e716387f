"""A small training set: sixteen classes of which some labels are wrong."""

import pytest
import torch
import torch.nn.functional as F

from prism.results.settings import RunSettings, Training
from prism.training.data import StudyData
from prism.training.inputs import FeatureInputs

BUDGET = {
    "iterations": 60,
    "classes_per_batch": 8,
    "images_per_class": 4,
    "embedding_dim": 8,
    "learning_rate": 0.02,
    "weight_decay": 0.0,
    "evaluate_every": 20,
    "checkpoint_every": 7,
}


def clusters(classes: int, images: int, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(seed)
    labels = torch.arange(classes).repeat_interleave(images)
    signal = 2 * torch.randn(classes, 8, generator=generator)[labels]
    noise = 1.5 * torch.randn(len(labels), 24, generator=generator)  # which a trained head leaves out
    return F.normalize(torch.cat([signal, noise], dim=1), dim=1), labels


@pytest.fixture
def data() -> StudyData:
    (train, labels), (test, test_labels) = clusters(16, 12, seed=0), clusters(16, 8, seed=1)
    wrong = torch.rand(len(labels), generator=torch.Generator().manual_seed(2)) < 0.25
    given = torch.where(wrong, (labels + 3) % 16, labels)
    inputs = FeatureInputs({"train": train, "test": test})
    return StudyData(inputs, test_labels, given, ~wrong, torch.arange(len(given)), {"noise": "x"})


@pytest.fixture
def settings_of():
    """Settings of a run of some method, by the name of its file."""

    def build(uses: str, seed: int = 0, training: dict | None = None, **settings: object) -> RunSettings:
        return RunSettings(
            study="test", dataset="clusters", noise="symmetric-25", noise_rate=0.25, method=uses, uses=uses,
            seed=seed, backbone="none", training=Training(**(BUDGET | (training or {}))), settings=settings,
        )  # fmt: skip

    return build
