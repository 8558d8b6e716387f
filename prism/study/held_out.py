"""The training classes of a study as data to choose on: some are held out, and the test classes are never looked at."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from prism.data.features import read_features
from prism.errors import PrismError
from prism.io.columns import read_columns
from prism.noise.generate import corrupt
from prism.noise.name import parse_noise
from prism.noise.settings import Noise
from prism.results.settings import RunSettings
from prism.study.graph.context import StudyContext
from prism.study.params import Params, Tuning
from prism.study.runs import backbone_of
from prism.training.data import StudyData, image_inputs, renumbered, without_wrong_labels
from prism.training.inputs import FeatureInputs, Inputs


@dataclass(frozen=True)
class StudyInputs:
    """The files that trainings on a dataset of a study read."""

    index: Path
    features: Path | None  # of a frozen network, or for noise that is made from them
    weights: Path | None  # where a whole network starts from pretrained ones


def study_inputs(params: Params, dataset: str, folder: Path = Path()) -> StudyInputs:
    """Return the files of a dataset that a search needs, or say in one sentence which command makes them."""
    context = StudyContext(params)
    whole = params.active_study.end_to_end
    needed = [parse_noise(noise).model.needs_features for noise in params.active_tuning.noise]
    features = context.output("features", "features", dataset=dataset) if not whole or any(needed) else None
    weights = context.weights(backbone_of(params, dataset)) if whole and whole.pretrained else []
    index = context.output("prepare", "index", dataset=dataset)
    for file in filter(None, (index, features, *weights)):
        if not (folder / file.path).exists():
            alone = f" 'only=[{dataset}]'" if len(params.active_study.datasets) > 1 else ""
            raise PrismError(
                f"{file.path} is missing: run `snakemake all_noise --config study={params.study}{alone}`, and then "
                "this again."
            )
    return StudyInputs(
        folder / index.path,
        folder / features.path if features else None,
        folder / weights[0].path if weights else None,
    )


def held_out_data(run: RunSettings, files: StudyInputs, tuning: Tuning, noise: Noise) -> StudyData:
    """Return the data of a trial: a share of the training classes, with true labels, stands in for the test classes."""
    labels, rows, features = _training_rows(files)
    classes = np.random.default_rng(tuning.seed).permutation(np.unique(labels))
    held = np.isin(labels, classes[: round(tuning.held_out * len(classes))])
    fit, rest, true = rows[~held], rows[held], labels[~held]
    given = corrupt(run.noise, true, None if features is None else features[fit].numpy(), noise)
    splits = {"train": torch.from_numpy(fit), "test": torch.from_numpy(rest)}
    data = StudyData(
        inputs=_inputs(run, files, features, splits),
        labels=renumbered(given),
        is_clean=torch.from_numpy(given == true),
        rows=splits["train"],
        test_labels=renumbered(labels[held]),
        checksums={},
    )
    return without_wrong_labels(data) if run.only_clean else data


def _inputs(run: RunSettings, files: StudyInputs, features: Tensor | None, splits: dict[str, Tensor]) -> Inputs:
    if run.end_to_end or features is None:
        return image_inputs(run, files.index, splits)
    return FeatureInputs({split: features[rows] for split, rows in splits.items()})


@cache
def _training_rows(files: StudyInputs) -> tuple[NDArray[np.int64], NDArray[np.int64], Tensor | None]:
    """Return the labels of the training images, their rows in the index, and the features of all images, if any."""
    splits, labels = read_columns(files.index, "split", "label")
    rows = np.flatnonzero(splits == "train")
    return labels[rows], rows, read_features(files.features, len(labels)) if files.features else None
