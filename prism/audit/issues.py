"""Find wrong labels by features alone: the table of all samples, the worst first."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import pandas as pd
import torch
from numpy.typing import NDArray
from torch import Tensor

from prism.audit.blocks import FeatureBlocks
from prism.audit.judgement import Judgement, judge_labels
from prism.audit.neighbours import nearest_samples
from prism.audit.outliers import outlier_scores
from prism.audit.rate import NoiseRate
from prism.errors import PrismError

COLUMNS = (
    *("is_label_issue", "label_score", "given_label", "predicted_label", "p_given", "p_predicted", "rank_of_given"),
    *("predicted_2", "predicted_3", "predicted_4", "predicted_5", "nearest_1", "nearest_2", "nearest_3"),
    *("nearest_label_1", "nearest_label_2", "nearest_label_3", "is_outlier", "outlier_score"),
    *("is_near_duplicate", "near_duplicate_of", "class_size"),
)
DUPLICATE = 0.98  # cosine similarity from which two images are copies of each other, cut, scaled or compressed anew


def find_label_issues(
    features: "NDArray[Any] | Tensor",
    labels: "Sequence[Any] | NDArray[Any] | Tensor",
    noise_rate: float | Literal["auto"] = "auto",
) -> pd.DataFrame:
    """Return a row for each sample of features (N, D), the worst label first; the index is the row of the sample.

    Args:
        features: of any network that knows something about the images; an array, a memory map or a tensor.
        labels: the given labels (N,): integers or texts.
        noise_rate: R, the share of labels to flag; estimated if it is `auto`.

    Columns: `is_label_issue` (among the worst R N), `label_score` (P_clean of the given label, low is bad),
    `given_label`, `predicted_label` (the class that fits best), `p_given` and `p_predicted` (P_clean of the two),
    `rank_of_given` (1: the given class fits best), `predicted_2` to `predicted_5`, `nearest_1` to `nearest_3` (rows of
    the most similar samples, -1 for none) with `nearest_label_1` to `nearest_label_3`, `is_outlier` (no class fits),
    `outlier_score` (low is bad), `is_near_duplicate`, `near_duplicate_of` (the row of its nearest copy, -1 for none),
    and `class_size`.
    """
    return label_issues(features, labels, noise_rate)[0]


def estimate_noise_rate(
    features: "NDArray[Any] | Tensor", labels: "Sequence[Any] | NDArray[Any] | Tensor"
) -> NoiseRate:
    """Return the estimated share of wrong labels (N,) by features (N, D), with a range that says how sure it is."""
    array, _, numbers = _checked(features, labels)
    estimate = judge_labels(array, numbers).estimate
    assert estimate is not None  # as no rate was given
    return estimate


def label_issues(
    features: "NDArray[Any] | Tensor",
    labels: "Sequence[Any] | NDArray[Any] | Tensor",
    noise_rate: float | Literal["auto"] = "auto",
) -> tuple[pd.DataFrame, Judgement]:
    """Return the table of `find_label_issues` and the judgement that it was made of."""
    given = None if noise_rate == "auto" else float(noise_rate)
    if given is not None and not 0 <= given < 1:
        raise PrismError(f"noise_rate is {noise_rate}, but must be auto, or a share of at least 0 and below 1.")
    array, classes, numbers = _checked(features, labels)
    judgement = judge_labels(array, numbers, given)
    blocks = FeatureBlocks(array, len(classes))
    columns = _judged_columns(judgement, classes, numbers) | _neighbour_columns(blocks, judgement, classes, numbers)
    table = pd.DataFrame(columns, columns=list(COLUMNS)).iloc[judgement.p_given.argsort(stable=True).numpy()]
    return table, judgement


def _judged_columns(judgement: Judgement, classes: NDArray[Any], labels: Tensor) -> dict[str, Any]:
    """Return the columns about labels and classes, in the order of the samples."""
    flagged = torch.zeros(len(labels), dtype=torch.bool)
    # The last term undoes rounding such as 0.29 * 100 = 28.999999999999996.
    flagged[judgement.p_given.argsort(stable=True)[: int(judgement.noise_rate * len(labels) + 1e-9)]] = True
    best = {
        f"predicted_{place + 1}": classes[judgement.best[:, place].numpy()] for place in range(judgement.best.shape[1])
    }
    return best | {
        "is_label_issue": (flagged & judgement.judged).numpy(),
        "label_score": judgement.p_given.numpy(),
        "given_label": classes[labels.numpy()],
        "predicted_label": best["predicted_1"],
        "p_given": judgement.p_given.numpy(),
        "p_predicted": judgement.p_best.numpy(),
        "rank_of_given": judgement.ranks.numpy() + 1,
        "class_size": torch.bincount(labels)[labels].numpy(),
    }


def _neighbour_columns(
    blocks: FeatureBlocks, judgement: Judgement, classes: NDArray[Any], labels: Tensor
) -> dict[str, Any]:
    """Return the columns about neighbours, copies and outliers, in the order of the samples."""
    nearest, similarity = nearest_samples(blocks, judgement.best)
    is_copy = similarity[:, 0] >= DUPLICATE
    is_outlier, outlier_score = outlier_scores(blocks, labels, judgement.best[:, 0], judgement.space)
    columns: dict[str, Any] = {
        "is_outlier": is_outlier.numpy(),
        "outlier_score": outlier_score.numpy(),
        "is_near_duplicate": is_copy.numpy(),
        "near_duplicate_of": torch.where(is_copy, nearest[:, 0], -1).numpy(),
    }
    for place, rows in enumerate(nearest.unbind(dim=1), start=1):
        named = classes[labels[rows.clamp_min(0)].numpy()]
        columns[f"nearest_{place}"] = rows.numpy()
        columns[f"nearest_label_{place}"] = np.where(rows.numpy() < 0, None, named) if (rows < 0).any() else named
    return columns


def _checked(
    features: "NDArray[Any] | Tensor", labels: "Sequence[Any] | NDArray[Any] | Tensor"
) -> tuple[NDArray[Any], NDArray[Any], Tensor]:
    """Return features as an array (N, D), the classes (C,), and the number of the class of each label (N,)."""
    array = features.detach().cpu().numpy() if isinstance(features, Tensor) else features
    array = array if isinstance(array, np.ndarray) else np.asarray(array)
    given = labels.detach().cpu().numpy() if isinstance(labels, Tensor) else np.asarray(labels)
    if array.ndim != 2 or not array.shape[1] or not np.issubdtype(array.dtype, np.number):
        raise PrismError(f"features are {array.shape} of {array.dtype}, but must be numbers (N, D), a row a sample.")
    if given.shape != (len(array),):
        raise PrismError(f"labels are {given.shape}, but must be ({len(array)},): one for each row of the features.")
    if given.dtype.kind not in "iubUO" or any(not isinstance(label, str | int) for label in _objects(given)):
        raise PrismError(f"labels are of {given.dtype}, but must be integers or texts, without missing ones.")
    classes, numbers = np.unique(given, return_inverse=True)
    if len(classes) < 2:
        raise PrismError(f"labels name {len(classes)} class, but a label can be wrong only if there are two or more.")
    return array, classes, torch.from_numpy(numbers.astype(np.int64))


def _objects(labels: NDArray[Any]) -> Sequence[Any]:
    """Return labels that are Python objects, which may be anything; labels of other types have been checked by type."""
    return list(labels) if labels.dtype.kind == "O" else []
