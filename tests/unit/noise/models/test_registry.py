"""Every noise model is found by its file in prism/noise/models/ and declares what the rest needs to know."""

import subprocess
import sys

import numpy as np
import pytest

from prism import noise
from prism.errors import PrismError
from prism.noise.model import NoiseModel
from prism.noise.models import all_noise_models, noise_model
from prism.noise.name import parse_noise
from prism.noise.settings import Noise
from project import ROOT

MODELS = all_noise_models()
KINDS = {"clean", "natural", "pairwise", "smallcluster", "symmetric"}
SETTINGS = Noise(seed=3, images_per_cluster=2)


def declared(attribute: str) -> list[str]:
    """Return those of the paper's kinds of noise of which an attribute is true."""
    return sorted(kind for kind in KINDS if getattr(MODELS[kind], attribute))


def test_every_file_is_a_noise_model() -> None:
    assert MODELS.keys() >= KINDS
    assert parse_noise("authors-smallcluster-25").model is MODELS["smallcluster"]


def test_an_unknown_model_is_reported() -> None:
    with pytest.raises(
        PrismError, match=r"^there is no noise model prism/noise/models/nonsense\.py: choose one of .*clean, "
    ):
        noise_model("nonsense")


def test_models_declare_what_the_rest_must_know() -> None:
    assert declared("has_rate") == ["pairwise", "smallcluster", "symmetric"]
    assert declared("needs_features") == ["smallcluster"]
    assert declared("has_released_lists") == ["smallcluster", "symmetric"]
    assert declared("truth_is_known") == ["clean", "pairwise", "smallcluster", "symmetric"]


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_a_model_gives_as_many_labels_of_the_same_classes(model: NoiseModel) -> None:
    labels = np.repeat(np.arange(4), 5)
    features = np.random.default_rng(0).normal(size=(20, 3))
    given = model.corrupt(labels, 0.5 if model.has_rate else 0.0, SETTINGS, features)
    assert given.shape == labels.shape
    assert set(given) <= set(labels)
    assert (given != labels).any() == model.has_rate


def test_the_seed_of_the_settings_is_that_of_the_function() -> None:
    labels = np.repeat(np.arange(4), 5)
    expected = noise.symmetric(labels, 0.5, seed=3)
    np.testing.assert_array_equal(MODELS["symmetric"].corrupt(labels, 0.5, SETTINGS, None), expected)


def test_names_are_read_without_libraries_that_take_seconds() -> None:
    program = "import sys, prism.noise.name; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(run.stdout.split()) & {"numpy", "pandas", "torch", "sklearn"} == set()
