"""Tables of classes, counted by hand."""

from pathlib import Path

from audits import make_issues, write_images

from prism.audit.classes import class_table, confusions

LABELS = {f"{name}/{number}.png": name for name in ("ant", "bee", "cat") for number in range(4)}


def test_classes_and_confusions(tmp_path: Path) -> None:
    images = write_images(tmp_path, LABELS)
    wrong = {"is_label_issue": True, "label_score": 0.1}
    found = {
        0: wrong | {"predicted_label": "cat"},
        1: wrong | {"predicted_label": "bee"},
        2: wrong | {"predicted_label": "bee"},
        4: wrong,  # bee fits best, but badly
        9: {"predicted_label": "bee"},  # not flagged
    }
    issues = make_issues(images, found)
    assert confusions(issues).to_dict("list") == {
        "given": ["ant", "ant"],
        "predicted": ["bee", "cat"],
        "count": [2, 1],
    }
    table = class_table(issues)
    assert table["class"].tolist() == ["ant", "bee", "cat"]
    assert table["n"].tolist() == [4, 4, 4]
    assert table["estimated_wrong_share"].tolist() == [0.75, 0.25, 0.0]
    assert table["most_confused_with"].tolist() == ["bee", None, None]


def test_nothing_is_wrong(tmp_path: Path) -> None:
    issues = make_issues(write_images(tmp_path, {"a/1.png": "a"}), {})
    assert len(confusions(issues)) == 0
    assert class_table(issues).to_numpy().tolist() == [["a", 1, 0.0, None]]
