from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from prism.errors import NonFiniteError, PrismError
from prism.methods import method_class
from prism.methods.base import Method, Pace
from prism.params.settings import RunSettings
from prism.training.data import StudyData
from prism.training.loop import train

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
    "softtriple": {"centers_per_class": 2},
    "softtriple_prism": {"centers_per_class": 2, "noise_rate": 0.25, "window": 5},
}


@pytest.fixture(params=METHODS)
def run(request: pytest.FixtureRequest, settings_of: Callable[..., RunSettings]) -> RunSettings:
    return settings_of(request.param, **METHODS[request.param])


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
    run: RunSettings, data: StudyData, stop: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    undisturbed = train(run, data)
    checkpoint = tmp_path / "checkpoint.pt"
    method = method_class(run.uses)
    pace = method.pace

    def pulled_plug(self: Method, iteration: int) -> Pace:
        if iteration == stop:
            raise KeyboardInterrupt
        return pace(self, iteration)

    with monkeypatch.context() as patch:
        patch.setattr(method, "pace", pulled_plug)
        with pytest.raises(KeyboardInterrupt):
            train(run, data, checkpoint)
    resumed = train(run, data, checkpoint)
    assert resumed.steps == 60 - 7 * ((stop - 1) // 7)
    assert resumed.journal.records == undisturbed.journal.records
    for name, weight in undisturbed.networks.state_dict().items():
        assert weight.equal(resumed.networks.state_dict()[name])
    assert torch.equal(undisturbed.journal.kept, resumed.journal.kept)


def test_a_checkpoint_of_other_settings_is_not_resumed(
    settings_of: Callable[..., RunSettings], data: StudyData, tmp_path: Path
) -> None:
    checkpoint = tmp_path / "checkpoint.pt"
    train(settings_of("mcl"), data, checkpoint)
    assert checkpoint.exists()
    assert train(settings_of("mcl", margin=0.4), data, checkpoint).steps == 60


def test_prism_keeps_cleaner_labels_than_it_is_given(settings_of: Callable[..., RunSettings], data: StudyData) -> None:
    trained = train(settings_of("mcl_prism", **METHODS["mcl_prism"]), data)
    last = trained.journal.records[-1]
    assert last["kept"] == pytest.approx(0.75, abs=0.1)
    assert last["kept_precision"] > float(data.is_clean.float().mean()) + 0.05
    seen = trained.journal.kept >= 0
    assert not trained.journal.p_clean[seen].isnan().any()


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
