"""The shipped study trains with the values that its recorded search chose; every method got the same search."""

from pathlib import Path

import pandas as pd
import pytest

from prism.study import load
from prism.study.runs import Run, resolve
from prism.study.tune import method_grid

ROOT = Path(__file__).parents[2]
PARAMS = load(ROOT / "params.yaml")


@pytest.mark.parametrize("method", PARAMS.methods)
def test_the_study_trains_with_what_the_search_chose(method: str) -> None:
    trials = pd.read_csv(ROOT / f"docs/tuning/{method}.csv")
    grid = method_grid(PARAMS, method)
    for key, values in grid.items():
        assert sorted(trials[key].unique()) == values
    assert sorted(trials["noise"].unique()) == sorted(PARAMS.tuning.noise)
    assert len(trials) == 12 * len(PARAMS.tuning.noise)

    best = trials.loc[trials["mean_map_at_r"].idxmax()]
    run = resolve(PARAMS, Run(PARAMS.active_study.datasets[0], "symmetric-20", method, seed=0))
    chosen = {"learning_rate": run.training.learning_rate} | run.settings
    for key in grid:
        assert chosen[key] == best[key]
    assert f"| `{method}` |" in (ROOT / "docs/tuning.md").read_text(encoding="utf-8")
