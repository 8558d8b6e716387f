"""Choose how strongly a backbone is pretrained, by what can be learned from it on held-out training classes."""

import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pandas as pd

from prism.backbones.extract import extract
from prism.data.datasets import prepare
from prism.data.features import write_features
from prism.errors import PrismError
from prism.io.files import atomic
from prism.noise.name import parse_noise
from prism.study.held_out import StudyInputs, held_out_data
from prism.study.params import Params
from prism.study.pretraining import pretraining_run
from prism.study.runs import Run, backbone_of, resolve
from prism.training.loop import train
from prism.training.pretrain import pretrain

CLASSES, ITERATIONS = "pretrain_classes", "iterations"  # a key of the dataset, and one of the pretraining
SCORES = ["precision_at_1", "map_at_r", "kept_precision"]
UNTRAINED = "untrained"


def tune_pretraining(params: Params, data: Path, output: Path) -> None:
    """Pretrain the active study's backbone with each strength of its search, and train some methods from each.

    All scores are on held-out training classes, and are written to `output` whenever a strength is done. Zero
    iterations stand for random weights.
    """
    grid = params.active_tuning.pretraining
    if grid.keys() != {CLASSES, ITERATIONS}:
        raise PrismError(
            f"params.yaml: tuning.{params.study}.pretraining must have {CLASSES} and {ITERATIONS}; add them."
        )
    (dataset,) = params.active_study.datasets
    rows: list[dict[str, Any]] = []
    for classes, iterations in product(grid[CLASSES], grid[ITERATIONS]):
        with tempfile.TemporaryDirectory() as folder:
            files = _pretrain(params, dataset, int(classes), int(iterations), data / dataset / "raw", Path(folder))
            for row in _scores(params, dataset, files):
                rows.append({CLASSES: classes, ITERATIONS: iterations, **row})
        with atomic(output) as temporary:
            pd.DataFrame(rows).to_csv(temporary, index=False, float_format="%.4f")
        print(f"{classes} classes, {iterations} iterations: done", file=sys.stderr)


def _pretrain(params: Params, dataset: str, classes: int, iterations: int, raw: Path, folder: Path) -> StudyInputs:
    """Prepare the dataset with so many classes to pretrain on, pretrain the backbone, and extract its features."""
    backbone = backbone_of(params, dataset)
    prepare(params.datasets[dataset].model_copy(update={CLASSES: classes}), raw, folder, threads=1)
    if iterations == 0:
        return StudyInputs(folder / "index.parquet", None, None)
    run = pretraining_run(params, backbone)
    run = run.model_copy(update={"training": run.training.model_copy(update={ITERATIONS: iterations})})
    weights, features = folder / "weights.safetensors", folder / "features.safetensors"
    pretrain(run, folder / "index.parquet", weights, folder / "state")
    write_features(features, extract(folder, params.backbones[backbone], 1, weights), folder)
    return StudyInputs(folder / "index.parquet", features, weights)


def _scores(params: Params, dataset: str, files: StudyInputs) -> Iterator[dict[str, Any]]:
    """Yield the scores before training, then those of methods under no noise and under the highest rate of each kind.

    Random weights have no features from which Small Cluster noise could be made.
    """
    highest = {parse_noise(noise).kind: noise for noise in sorted(params.active_tuning.noise)}
    # Every method has the study's own rate and length here: theirs are searched after the strength is chosen.
    common = params.active_study.training
    budget = f"@learning_rate={common.learning_rate}@iterations={common.iterations}@evaluate_every={common.iterations}"
    trials = [("clean", "mcl"), *product(highest.values(), ("mcl", "mcl_prism", "mcl_oracle"))]
    for number, (noise, method) in enumerate(trials):
        if files.features is None and parse_noise(noise).model.needs_features:
            continue
        run = resolve(params, Run(dataset, noise, method + budget, params.active_tuning.seed))
        if files.weights is None:
            assert run.end_to_end is not None
            run = run.model_copy(update={"end_to_end": run.end_to_end.model_copy(update={"pretrained": False})})
        data = held_out_data(run, files, params.active_tuning, params.noise)
        untrained, *_, last = train(run, data, weights=files.weights).journal.records
        if number == 0:
            yield {"noise": "", "method": UNTRAINED, **{key: untrained.get(key) for key in SCORES}}
        yield {"noise": noise, "method": method, **{key: last.get(key) for key in SCORES}}
