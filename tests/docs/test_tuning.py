"""Studies train with the values that their recorded searches chose; every method of a study got the same search."""

from pathlib import Path

import pandas as pd
import pytest

from prism.study import Params, load
from prism.study.runs import Run, resolve, why_undefined
from prism.study.tune import method_grid

ROOT = Path(__file__).parents[2]
PARAMS = load(ROOT / "params.yaml")
PAGE = (ROOT / "docs/tuning.md").read_text(encoding="utf-8")


def study(name: str) -> Params:
    return PARAMS.model_copy(update={"study": name})


LEADERS = [name for name, method in PARAMS.methods.items() if method.follows is None]
STUDIES = {"mini": "glyphs", "laptop": "cub", "emoji": "emoji"}  # the dataset of each that was searched
SEARCHED = [(name, dataset, method) for name, dataset in STUDIES.items() for method in LEADERS]


@pytest.mark.parametrize(("name", "dataset", "method"), SEARCHED)
def test_a_study_trains_with_what_the_search_chose(name: str, dataset: str, method: str) -> None:
    params = study(name)
    folder = Path(name, dataset) if len(params.active_study.datasets) > 1 else Path(name)
    trials = pd.read_csv(ROOT / "docs/tuning" / folder / f"{method}.csv")
    grid = method_grid(params, method)
    noises = [noise for noise in params.active_tuning.noise if why_undefined(params, method, noise) is None]
    assert len(trials) == len(noises) * trials.drop_duplicates(list(grid)).shape[0]
    assert sorted(trials["noise"].unique()) == sorted(noises)
    for key, values in grid.items():
        assert sorted(trials[key].unique()) == values

    best = trials.loc[trials["mean_map_at_r"].idxmax()]
    run = resolve(params, Run(dataset, "symmetric-20", method, seed=0))
    chosen = run.training.model_dump() | run.settings
    assert {key: chosen[key] for key in grid} == {key: best[key] for key in grid}
    assert f"| `{method}` |" in PAGE


def test_the_strength_of_the_pretraining_is_the_weakest_from_which_the_filter_gains() -> None:
    """With 50 % noise, MCL + PRISM must end more than a point above the untrained network, in both scores."""
    params = study("mini")
    trials = pd.read_csv(ROOT / "docs/tuning/pretraining.csv")
    gains = []
    for strength, scores in trials.groupby(["pretrain_classes", "iterations"]):
        by_method = scores.set_index(["method", "noise"])[["precision_at_1", "map_at_r"]]
        untrained = by_method.loc["untrained"].iloc[0]
        filtered = by_method.loc["mcl_prism"]
        if set(filtered.index) == {"symmetric-50", "smallcluster-50"} and (filtered - untrained > 0.01).all(axis=None):
            gains.append(strength)
    entry, dataset = params.pretraining["convnet_small"], params.datasets["glyphs"]
    assert gains == [(dataset.pretrain_classes, entry.training.iterations)]  # type: ignore[attr-defined]
    grid = params.active_tuning.pretraining
    assert sorted(trials["pretrain_classes"].unique()) == grid["pretrain_classes"]
    assert sorted(trials["iterations"].unique()) == grid["iterations"]
