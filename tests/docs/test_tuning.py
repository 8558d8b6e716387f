"""The shipped study trains with the learning rates that its recorded search chose."""

from pathlib import Path

import pandas as pd

from prism.params import load
from prism.params.runs import Run, resolve

ROOT = Path(__file__).parents[2]


def test_learning_rates_are_those_that_the_search_chose() -> None:
    params = load(ROOT / "params.yaml")
    for method in params.tables["symmetric"].rows:
        trials = pd.read_csv(ROOT / f"docs/tuning/{method}.csv")
        assert sorted(trials["learning_rate"].unique()) == params.tuning.learning_rates
        assert sorted(trials["noise"].unique()) == sorted(params.tuning.noise)
        best = trials.loc[trials["mean_map_at_r"].idxmax(), "learning_rate"]
        run = Run(params.chosen.datasets[0], "symmetric-20", method, seed=0)
        assert resolve(params, run).training.learning_rate == best
