"""The table of label issues, on made features whose wrong labels are known."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch
from sklearn.metrics import roc_auc_score

import prism
from blobs import blobs
from prism import estimate_noise_rate, find_label_issues
from prism.audit.issues import COLUMNS, label_issues
from prism.errors import PrismError

MADE = blobs(classes=20, images=20, wrong=0.2)
ISSUES = find_label_issues(MADE.features, MADE.labels)
IN_ORDER = ISSUES.sort_index()


def test_every_sample_has_a_row_and_the_worst_is_first() -> None:
    assert sorted(ISSUES.index) == list(range(400))
    assert ISSUES["label_score"].is_monotonic_increasing
    assert tuple(ISSUES.columns) == COLUMNS


def test_wrong_labels_are_found() -> None:
    assert roc_auc_score(MADE.is_wrong, -IN_ORDER["label_score"]) > 0.999
    assert ISSUES["is_label_issue"].sum() == int(estimate_noise_rate(MADE.features, MADE.labels).value * 400)
    assert ISSUES["is_label_issue"].is_monotonic_decreasing


def test_the_right_class_is_predicted() -> None:
    true = np.repeat(np.arange(20), 20)
    assert (IN_ORDER["predicted_label"] == true).all()
    assert (IN_ORDER["rank_of_given"] == 1).to_numpy()[~MADE.is_wrong].all()
    assert (IN_ORDER["nearest_label_1"][~MADE.is_wrong] == true[~MADE.is_wrong]).mean() > 0.7


@pytest.mark.parametrize("wrong", [0.0, 0.1, 0.3, 0.5])
def test_the_estimated_rate_is_near_the_truth(wrong: float) -> None:
    made = blobs(classes=30, images=20, wrong=wrong)
    rate = estimate_noise_rate(made.features, made.labels)
    assert rate.value == pytest.approx(wrong, abs=0.03)
    assert rate.low <= rate.value <= rate.high


def test_texts_are_labels_too() -> None:
    names = np.array([f"class {number:02}" for number in range(20)])
    named = find_label_issues(MADE.features, list(names[MADE.labels]))
    assert named["given_label"].tolist() == names[ISSUES["given_label"]].tolist()
    assert named["predicted_label"].tolist() == names[ISSUES["predicted_label"]].tolist()


def test_tensors_and_series_are_taken() -> None:
    of_tensors = find_label_issues(torch.from_numpy(MADE.features), torch.from_numpy(MADE.labels))
    of_series = find_label_issues(MADE.features, pd.Series(MADE.labels, index=range(400, 800)))
    pd.testing.assert_frame_equal(of_tensors, ISSUES)
    pd.testing.assert_frame_equal(of_series, ISSUES)


@pytest.mark.parametrize("noise_rate", [0.0, 0.1, 0.5])
def test_a_given_rate_says_how_many_are_flagged(noise_rate: float) -> None:
    issues, judgement = label_issues(MADE.features, MADE.labels, noise_rate)
    assert issues["is_label_issue"].sum() == round(noise_rate * 400)
    assert judgement.estimate is None
    assert issues["is_label_issue"].is_monotonic_decreasing


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_few_classes_need_a_given_rate(classes: int) -> None:
    made = blobs(classes=classes, images=20, wrong=0.1)
    with pytest.raises(PrismError, match="--noise-rate"):
        find_label_issues(made.features, made.labels)
    issues = find_label_issues(made.features, made.labels, noise_rate=0.1).sort_index()
    assert roc_auc_score(made.is_wrong, -issues["label_score"]) > 0.95
    assert issues[f"predicted_{classes}"].notna().all()
    assert issues["predicted_5"].isna().all()


def test_a_class_of_one_image_is_not_judged() -> None:
    labels = MADE.labels.copy()
    labels[3] = 20
    row = find_label_issues(MADE.features, labels).loc[3]
    assert (row["class_size"], row["label_score"], row["rank_of_given"], row["is_label_issue"]) == (1, 1.0, 1, False)


def test_copies_are_found_whatever_their_labels() -> None:
    features, labels = MADE.features.copy(), MADE.labels.copy()
    features[5], labels[5] = features[250] * 2, 3
    issues = find_label_issues(features, labels)
    assert issues.loc[[5, 250], "is_near_duplicate"].all()
    assert issues.loc[[5, 250], "near_duplicate_of"].tolist() == [250, 5]


def test_images_of_something_else_fit_no_class() -> None:
    features = np.concatenate([MADE.features, np.zeros((400, 16), dtype=np.float32)], axis=1)
    features[:, 16:] = 0.05 * np.random.default_rng(0).normal(size=(400, 16))
    features[[10, 200]] = 0
    features[[10, 200], 20] = 3
    issues = find_label_issues(features, MADE.labels)
    assert issues.loc[[10, 200], "is_outlier"].all()
    assert issues["is_outlier"].sum() < 12
    assert issues.loc[[10, 200], "outlier_score"].tolist() == [0, 0]


def test_images_that_are_all_equal_are_no_error() -> None:
    issues = find_label_issues(np.ones((30, 4)), np.repeat(np.arange(6), 5))
    assert np.isfinite(issues["label_score"]).all()


@pytest.mark.parametrize(
    ("features", "labels", "message"),
    [
        (np.zeros((3, 2, 2)), [0, 1, 1], "must be numbers"),
        (np.zeros((3, 0)), [0, 1, 1], "must be numbers"),
        (np.array([["a", "b"]] * 3), [0, 1, 1], "must be numbers"),
        (np.zeros((3, 2)), [0, 1], r"must be \(3,\)"),
        (np.zeros((3, 2)), [0.5, 1, 1], "must be integers or texts"),
        (np.zeros((3, 2)), ["a", None, "b"], "must be integers or texts"),
        (np.zeros((3, 2)), [1, 1, 1], "two or more"),
    ],
)
def test_what_cannot_be_judged_is_refused(features: Any, labels: Any, message: str) -> None:
    with pytest.raises(PrismError, match=message):
        find_label_issues(features, labels)


@pytest.mark.parametrize("noise_rate", [-0.1, 1.0, float("nan")])
def test_a_rate_that_is_no_share_is_refused(noise_rate: float) -> None:
    with pytest.raises(PrismError, match="noise_rate is"):
        find_label_issues(MADE.features, MADE.labels, noise_rate)


def test_the_names_are_public() -> None:
    assert {"NoiseRate", "estimate_noise_rate", "find_label_issues"} <= set(prism.__all__)
