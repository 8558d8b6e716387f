"""The search of hyper-parameters, with made scores instead of trainings."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pandas as pd
import pytest

from prism.errors import PrismError
from prism.results.settings import RunSettings
from prism.study import Params, load, tune
from prism.study.params import Tuning
from prism.study.tune import Trial, trial_run, tune_methods

ROOT = Path(__file__).parents[3]
SEARCH = Tuning(
    held_out=0.25,
    noise=["symmetric-20", "smallcluster-25"],
    seed=3,
    grid={"learning_rate": [0.1, 0.2], "iterations": [5]},
    grid_with_proxies={"learning_rate": [0.1], "proxy_learning_rate": [0.3, 0.4], "iterations": [5]},
)


@pytest.fixture
def params() -> Params:
    return load(ROOT / "params.yaml").model_copy(update={"study": "mini", "tuning": {"mini": SEARCH}})


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List the runs that would be trained; the score of each is its learning rate, halved under Small Cluster noise."""
    runs: list[str] = []

    def score(run: RunSettings, **others: object) -> dict[str, float]:
        runs.append(f"{run.noise} {run.method}")
        rate = run.training.learning_rate
        return {"precision_at_1": 0.5, "map_at_r": rate / 2 if run.noise == "smallcluster-25" else rate}

    monkeypatch.setattr(tune, "_score", score)
    monkeypatch.setattr(tune, "ProcessPoolExecutor", lambda processes, context, start: ThreadPoolExecutor(processes))
    monkeypatch.setattr(tune, "study_inputs", lambda params, dataset: None)
    return runs


def test_all_trials_are_written_the_best_mean_first(params: Params, made: list[str], tmp_path: Path) -> None:
    tune_methods(params, ["mcl"], None, tmp_path, 1)
    table = pd.read_csv(tmp_path / "mcl.csv")
    assert table["learning_rate"].tolist() == [0.2, 0.2, 0.1, 0.1]
    assert table["noise"].tolist() == ["smallcluster-25", "symmetric-20"] * 2
    assert table["mean_map_at_r"].tolist() == pytest.approx([0.15, 0.15, 0.075, 0.075])
    assert len(made) == 4


def test_trials_that_are_there_are_not_made_again(params: Params, made: list[str], tmp_path: Path) -> None:
    tune_methods(params, ["mcl"], None, tmp_path, 1)
    whole = (tmp_path / "mcl.csv").read_text()
    lines = whole.splitlines(keepends=True)
    (tmp_path / "mcl.csv").write_text("".join(lines[:-1]))
    made.clear()
    tune_methods(params, ["mcl"], None, tmp_path, 1)
    assert made == ["symmetric-20 mcl@iterations=5@learning_rate=0.1"]
    assert (tmp_path / "mcl.csv").read_text() == whole
    made.clear()
    tune_methods(params, ["mcl"], None, tmp_path, 1)
    assert made == []


def test_a_method_is_not_tried_where_it_is_undefined(params: Params, made: list[str], tmp_path: Path) -> None:
    tune_methods(params, ["f_correction"], None, tmp_path, 1)
    assert [run.partition(" ")[0] for run in made] == ["symmetric-20", "symmetric-20"]


def test_a_trial_is_scored_at_its_end_alone(params: Params) -> None:
    run = trial_run(params, Trial("softtriple", "symmetric-20", (0.1, 0.4, 5)), "glyphs")
    assert (run.training.learning_rate, run.training.iterations, run.training.evaluate_every) == (0.1, 5, 5)
    assert (run.settings["proxy_learning_rate"], run.seed, run.noise_rate) == (0.4, 3, 0.2)


def test_mistakes_are_told_in_one_sentence(params: Params, tmp_path: Path) -> None:
    with pytest.raises(PrismError, match="method 'mlc' is unknown: it must be one of"):
        tune_methods(params, ["mlc"], None, tmp_path, 1)
    with pytest.raises(PrismError, match=r"--dataset is 'cub', but the study mini has glyphs\.$"):
        tune_methods(params, ["mcl"], "cub", tmp_path, 1)
