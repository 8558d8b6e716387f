"""Choosing a learning rate on training classes alone: some are held out, and the test classes are never looked at."""

from pathlib import Path

import numpy as np
import pandas as pd
import torch

from prism.data.store import read_index
from prism.errors import PrismError
from prism.features import read_features
from prism.files import atomic
from prism.noise.artefact import corrupt
from prism.params.models import Params
from prism.params.runs import Run, resolve, variant
from prism.training.data import LabelledFeatures, StudyData
from prism.training.loop import train


def tune_method(params: Params, method: str, index_path: Path, features_path: Path, output: Path) -> pd.DataFrame:
    """Try every learning rate of `tuning` under each of its noises; write all scores, best first, to `output`.

    A method's score is its MAP@R on the held-out training classes at the last iteration, averaged over noises.
    """
    if method not in params.methods:
        raise PrismError(f"method {method!r} is unknown: it must be one of {', '.join(params.methods)}.")
    index = read_index(index_path)
    features = read_features(features_path, len(index))
    trials = []
    for noise in params.tuning.noise:
        data = held_out(params, index, features, noise)
        for rate in params.tuning.learning_rates:
            run = Run(
                params.chosen.datasets[0], noise, variant(params, method, {"learning_rate": rate}), params.tuning.seed
            )
            scores = train(resolve(params, run), data).journal.records[-1]
            trials.append((method, noise, rate, scores["precision_at_1"], scores["map_at_r"]))
    columns = ["method", "noise", "learning_rate", "precision_at_1", "map_at_r"]
    table = pd.DataFrame(trials, columns=columns)
    table["mean_map_at_r"] = table.groupby("learning_rate")["map_at_r"].transform("mean")
    table = table.sort_values(["mean_map_at_r", "noise"], ascending=[False, True])
    with atomic(output) as temporary:
        table.to_csv(temporary, index=False, float_format="%.6f")
    return table


def held_out(params: Params, index: pd.DataFrame, features: torch.Tensor, noise: str) -> StudyData:
    """The training classes, a share of which (with true labels) stands in for the test classes."""
    rows = np.flatnonzero(index["split"] == "train")
    labels = index["label"].to_numpy(copy=True)[rows]
    classes = np.random.default_rng(params.tuning.seed).permutation(np.unique(labels))
    held = np.isin(labels, classes[: round(params.tuning.held_out * len(classes))])
    fit, rest = rows[~held], rows[held]
    true = labels[~held]
    given = corrupt(noise, true, features[fit].numpy(), params.noise)
    return StudyData(
        train=LabelledFeatures.renumbered(features[fit], given),
        is_clean=torch.from_numpy(given == true),
        rows=torch.from_numpy(fit),
        test=LabelledFeatures.renumbered(features[rest], labels[held]),
        checksums={},
    )
