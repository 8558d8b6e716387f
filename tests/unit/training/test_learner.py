import copy
from collections.abc import Callable

import pytest
import torch

from prism.errors import PrismError
from prism.results.settings import RunSettings
from prism.training.data import StudyData, without_wrong_labels
from prism.training.learner import Learner


def stepped(learner: Learner, data: StudyData, iteration: int) -> None:
    samples = torch.arange(32) + iteration
    (inputs,) = data.inputs.training(samples[None], 0)
    learner.step(iteration, inputs, samples)


def test_an_oracle_is_given_no_wrong_label(settings_of: Callable[..., RunSettings], data: StudyData) -> None:
    oracle = settings_of("mcl").model_copy(update={"only_clean": True})
    with pytest.raises(PrismError, match="mcl trains on clean labels alone and was given others: choose"):
        Learner(oracle, data)
    Learner(oracle, without_wrong_labels(data))


@pytest.mark.parametrize("uses", ["mcl_prism", "coteaching", "softtriple_prism"])
def test_another_learner_with_its_state_goes_on_as_it_does(
    settings_of: Callable[..., RunSettings], data: StudyData, uses: str
) -> None:
    run = settings_of(uses, noise_rate=0.25)
    one, other = Learner(run, data), Learner(run, data)
    stepped(one, data, 1)
    other.load_state_dict(copy.deepcopy(one.state_dict()))
    for learner in (one, other):
        stepped(learner, data, 2)
    weights = other.networks.state_dict()
    assert all(weight.equal(weights[name]) for name, weight in one.networks.state_dict().items())
    assert other.journal.state_dict()["clean_seen"] == one.journal.state_dict()["clean_seen"]


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16])
def test_a_state_of_another_type_is_converted_to_its_own(
    settings_of: Callable[..., RunSettings], data: StudyData, dtype: torch.dtype
) -> None:
    run = settings_of("mcl_prism", noise_rate=0.25)
    one, other = Learner(run, data), Learner(run, data)
    stepped(one, data, 1)
    saved = copy.deepcopy(one.state_dict())
    saved["networks"] = {name: weight.to(dtype) for name, weight in saved["networks"].items()}
    for state in saved["optimizer"]["state"].values():
        state |= {name: state[name].to(dtype) for name in ("exp_avg", "exp_avg_sq")}
    other.load_state_dict(saved)
    stepped(other, data, 2)
    weights = one.networks.state_dict()
    for name, weight in other.networks.state_dict().items():
        assert weight.dtype == torch.float32
        torch.testing.assert_close(weight, weights[name], atol=0.1, rtol=0.1)
    assert {value.dtype for state in other.optimizer.state.values() for value in state.values()} == {torch.float32}
