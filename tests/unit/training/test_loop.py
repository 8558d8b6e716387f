import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from interruptions import assert_same, before_iteration, pulled_plug
from prism.errors import NonFiniteError, PrismError
from prism.results.settings import RunSettings
from prism.training.data import StudyData
from prism.training.loop import train
from prism.training.state import RunState, Superseded
from prism.training.stop import Stopped, StopRequest

METHODS = {
    "coteaching": {"noise_rate": 0.25},
    "coteaching_plus": {"noise_rate": 0.25},
    "coteaching_temperature": {"noise_rate": 0.25},
    "f_correction": {"noise_rate": 0.25},
    "fastap": {},
    "nsoftmax": {"temperature": 0.5, "proxy_learning_rate": 1.0},
    "proxynca": {},
    "ms": {},
    "circle": {},
    "contrastive": {},
    "mcl": {},
    "mcl_prism": {"noise_rate": 0.25, "window": 5},
    "mcl_prism with R estimated": {"noise_rate": "auto", "window": 5},
    "softtriple": {"centers_per_class": 2},
    "softtriple_prism": {"centers_per_class": 2, "noise_rate": 0.25, "window": 5},
}


@pytest.fixture(params=METHODS)
def run(request: pytest.FixtureRequest, settings_of: Callable[..., RunSettings]) -> RunSettings:
    return settings_of(request.param.split()[0], **METHODS[request.param])


def test_every_method_learns(run: RunSettings, data: StudyData) -> None:
    records = train(run, data).journal.records
    assert [record["iteration"] for record in records] == [0, 20, 40, 60]
    assert records[-1]["map_at_r"] > records[0]["map_at_r"] + 0.02
    assert records[-1]["loss"] < records[1]["loss"]


def test_a_run_follows_from_its_seed(settings_of: Callable[..., RunSettings], data: StudyData) -> None:
    one, same, other = (train(settings_of("mcl", seed), data).networks.state_dict()["0.weight"] for seed in (3, 3, 4))
    assert one.equal(same)
    assert not one.equal(other)


@pytest.mark.parametrize("stop", [8, 33])
def test_an_interrupted_training_ends_as_an_undisturbed_one(
    run: RunSettings, data: StudyData, stop: int, tmp_path: Path
) -> None:
    with before_iteration(run, stop, pulled_plug), pytest.raises(KeyboardInterrupt):
        train(run, data, RunState(tmp_path))
    resumed = train(run, data, RunState(tmp_path))
    assert resumed.steps == 60 - 7 * ((stop - 1) // 7)
    assert_same(resumed, train(run, data))


def test_asked_to_stop_it_saves_the_next_iteration_and_ends_as_an_undisturbed_one(
    settings_of: Callable[..., RunSettings], data: StudyData, tmp_path: Path
) -> None:
    run = settings_of("mcl_prism", **METHODS["mcl_prism"])
    with (
        StopRequest() as stop,
        before_iteration(run, 8, lambda: os.kill(os.getpid(), signal.SIGTERM)),
        pytest.raises(Stopped, match="asked to stop at iteration 8 of 60: start it again to go on"),
    ):
        train(run, data, RunState(tmp_path), stop=stop)
    resumed = train(run, data, RunState(tmp_path))
    assert resumed.steps == 52
    assert_same(resumed, train(run, data))


def test_a_training_that_was_started_anew_elsewhere_leaves_its_state_alone(
    settings_of: Callable[..., RunSettings], data: StudyData, tmp_path: Path
) -> None:
    run = settings_of("mcl")
    orphan = RunState(tmp_path)
    with before_iteration(run, 8, lambda: RunState(tmp_path)), pytest.raises(Superseded):
        train(run, data, orphan)
    assert torch.load(orphan.checkpoint, weights_only=True)["iteration"] == 7


def test_a_checkpoint_of_other_settings_is_not_resumed(
    settings_of: Callable[..., RunSettings], data: StudyData, tmp_path: Path
) -> None:
    state = RunState(tmp_path)
    train(settings_of("mcl"), data, state)
    assert state.checkpoint.exists()
    assert train(settings_of("mcl", margin=0.4), data, state).steps == 60


def test_prism_keeps_cleaner_labels_than_it_is_given(settings_of: Callable[..., RunSettings], data: StudyData) -> None:
    trained = train(settings_of("mcl_prism", **METHODS["mcl_prism"]), data)
    last = trained.journal.records[-1]
    assert last["kept"] == pytest.approx(0.75, abs=0.1)
    assert last["kept_precision"] > float(data.is_clean.float().mean()) + 0.05
    seen = trained.journal.kept >= 0
    assert not trained.journal.p_clean[seen].isnan().any()
    assert last["detection_auroc"] > 0.6
    assert float(trained.journal.p_clean.nanquantile(0.05)) < last["threshold"] < 1


def test_a_loss_that_is_not_finite_stops_with_a_sentence(
    settings_of: Callable[..., RunSettings], data: StudyData
) -> None:
    (features,) = data.inputs.whole("train")
    features[:] = torch.nan
    with pytest.raises(NonFiniteError, match="contrastive is nan at iteration 1: lower its learning_rate"):
        train(settings_of("contrastive"), data)


def test_an_unknown_setting_or_method_is_a_sentence(settings_of: Callable[..., RunSettings], data: StudyData) -> None:
    with pytest.raises(PrismError, match=r"method mcl: setting windw is 3.*it knows margin"):
        train(settings_of("mcl", windw=3), data)
    with pytest.raises(PrismError, match="there is no method prism/methods/nothing"):
        train(settings_of("nothing"), data)
