"""Which images the page shows, on a few rows."""

from pathlib import Path

import pytest
from audits import make_issues, write_images

from prism.audit.images import LabelledImages
from prism.audit.page.choose import TypicalImages, suspicious


@pytest.fixture
def images(tmp_path: Path) -> LabelledImages:
    return write_images(
        tmp_path, {f"{name}/{number}.png": name for name in "ab" for number in range(10)} | {"c/1.png": "c"}
    )


def test_the_worst_come_first_and_right_labels_not_at_all(images: LabelledImages) -> None:
    found = {3: {"is_label_issue": True, "label_score": 0.2}, 7: {"is_label_issue": True, "label_score": 0.1}}
    assert suspicious(make_issues(images, found), 5).index.tolist() == [7, 3]


def test_a_few_places_are_kept_for_other_kinds(images: LabelledImages) -> None:
    wrong = {row: {"is_label_issue": True, "label_score": 0.01 * row} for row in range(10)}
    same = {11: {"is_near_duplicate": True, "near_duplicate_of": 10, "label_score": 0.5}}
    conflict = {12: {"is_near_duplicate": True, "near_duplicate_of": 0, "label_score": 0.6}}
    none_fits = {13: {"is_outlier": True, "label_score": 0.4}}
    chosen = suspicious(make_issues(images, wrong | same | conflict | none_fits), 8).index.tolist()
    assert chosen == [0, 1, 2, 3, 4, 5, 13, 12]


def test_typical_images_fit_best_and_are_not_doubtful(images: LabelledImages) -> None:
    found = {0: {"is_outlier": True, "label_score": 0.99}, 5: {"label_score": 0.95}}
    typical = TypicalImages(make_issues(images, found))
    assert typical.beside(9, "a") == [5, 1, 2]
    assert typical.beside(1, "a") == [5, 2, 3]
    assert typical.beside(20, "c") == []


def test_doubtful_images_are_shown_where_a_class_has_no_others(images: LabelledImages) -> None:
    found = {row: {"is_label_issue": True, "label_score": 0.1 + 0.01 * row} for row in range(2, 10)}
    assert TypicalImages(make_issues(images, found)).beside(0, "a") == [1, 9, 8]
