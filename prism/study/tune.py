"""Choose learning rates on training classes alone: some are held out, and the test classes are never looked at."""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import torch

from prism.data.features import read_features
from prism.data.store import read_index
from prism.errors import NonFiniteError, PrismError
from prism.io.files import atomic
from prism.noise.generate import corrupt
from prism.study.params import Grid, Params
from prism.study.runs import Run, resolve, variant
from prism.training.data import StudyData, renumbered
from prism.training.inputs import FeatureInputs
from prism.training.loop import train


def tune_method(params: Params, method: str, index_path: Path, features_path: Path, output: Path) -> pd.DataFrame:
    """Try the whole grid of a method under each noise of `tuning`; write all scores, best first, to `output`.

    A trial's score is its MAP@R on the held-out training classes at the last iteration, averaged over noises, and 0 if
    its loss turned infinite.
    """
    if method not in params.methods:
        raise PrismError(f"method {method!r} is unknown: it must be one of {', '.join(params.methods)}.")
    index = read_index(index_path)
    features = read_features(features_path, len(index))
    grid = method_grid(params, method)
    trials = []
    for noise in params.tuning.noise:
        data = held_out(params, index, features, noise)
        for values in product(*grid.values()):
            trial = dict(zip(grid, values, strict=True))
            run = Run(params.active_study.datasets[0], noise, variant(params, method, trial), params.tuning.seed)
            trials.append({"method": method, "noise": noise, **trial, **_scores(params, run, data)})
    table = pd.DataFrame(trials)
    table["mean_map_at_r"] = table.groupby(list(grid))["map_at_r"].transform("mean")
    table = table.sort_values(["mean_map_at_r", "noise"], ascending=[False, True])
    with atomic(output) as temporary:
        table.to_csv(temporary, index=False, float_format="%.6f")
    return table


def method_grid(params: Params, method: str) -> Grid:
    """Return the values that are tried for a method; methods with proxies get a grid of the same size."""
    has_proxies = "proxy_learning_rate" in params.methods[method].settings
    return params.tuning.grid_with_proxies if has_proxies else params.tuning.grid


def _scores(params: Params, run: Run, data: StudyData) -> dict[str, float]:
    try:
        last = train(resolve(params, run), data).journal.records[-1]
    except NonFiniteError:
        return {"precision_at_1": 0.0, "map_at_r": 0.0}
    return {name: last[name] for name in ("precision_at_1", "map_at_r")}


def held_out(params: Params, index: pd.DataFrame, features: torch.Tensor, noise: str) -> StudyData:
    """Return the training classes as a dataset: a share of them, with true labels, stands in for the test classes."""
    rows = np.flatnonzero(index["split"] == "train")
    labels = index["label"].to_numpy(copy=True)[rows]
    classes = np.random.default_rng(params.tuning.seed).permutation(np.unique(labels))
    held = np.isin(labels, classes[: round(params.tuning.held_out * len(classes))])
    fit, rest = rows[~held], rows[held]
    true = labels[~held]
    given = corrupt(noise, true, features[fit].numpy(), params.noise)
    return StudyData(
        inputs=FeatureInputs({"train": features[fit], "test": features[rest]}),
        labels=renumbered(given),
        is_clean=torch.from_numpy(given == true),
        rows=torch.from_numpy(fit),
        test_labels=renumbered(labels[held]),
        checksums={},
    )
