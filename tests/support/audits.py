"""A small made audit: images of plain colours in folders of classes, and what an audit might say of them."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from PIL import Image

from prism.audit.images import LabelledImages
from prism.audit.summary import AuditSummary, Unreadable, UsedFeatures, UsedRate

PLAIN: dict[str, Any] = {
    "is_label_issue": False,
    "p_given": 0.9,
    "rank_of_given": 1,
    "predicted_2": None,
    "predicted_3": None,
    "predicted_4": None,
    "predicted_5": None,
    "nearest_1": -1,
    "nearest_2": -1,
    "nearest_3": -1,
    "nearest_label_1": None,
    "nearest_label_2": None,
    "nearest_label_3": None,
    "is_outlier": False,
    "outlier_score": 1.0,
    "is_near_duplicate": False,
    "near_duplicate_of": -1,
}


def write_images(root: Path, labels: dict[str, str]) -> LabelledImages:
    """Write a small image for each path, in a colour of its own, and return them with their labels."""
    for number, path in enumerate(labels):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (12, 9), (40 * number % 256, 255 - 25 * number % 256, 90)).save(root / path, "PNG")
    classes = sorted(set(labels.values()))
    numbers = np.array([classes.index(name) for name in labels.values()], dtype=np.int64)
    return LabelledImages(root, list(labels), classes, numbers, [])


def make_issues(images: LabelledImages, found: dict[int, dict[str, Any]]) -> pd.DataFrame:
    """Return issues in which every image fits its class but as `found` says of some rows; worst first."""
    rows = []
    sizes = np.bincount(images.labels)
    for row, label in enumerate(images.labels):
        name = images.classes[label]
        plain = {"label_score": 0.9 - 0.01 * row, "given_label": name, "predicted_label": name, "p_predicted": 0.9}
        rows.append(PLAIN | plain | {"class_size": int(sizes[label])} | found.get(row, {}))
    return pd.DataFrame(rows).sort_values("label_score", kind="stable")


def make_summary(images: LabelledImages, issues: pd.DataFrame, **changes: Any) -> AuditSummary:
    """Return a summary of made issues."""
    content: dict[str, Any] = {
        "folder": str(images.root),
        "date": "2026-01-31 12:00",
        "images": len(images.paths),
        "classes": len(images.classes),
        "noise_rate": UsedRate(value=0.2, low=0.15, high=0.25, source="estimated", method="estimated"),
        "score": "P_clean",
        "threshold": 0.3,
        "flagged": int(issues["is_label_issue"].sum()),
        "outliers": int(issues["is_outlier"].sum()),
        "near_duplicates": int(issues["is_near_duplicate"].sum()),
        "unreadable": [Unreadable(path=problem.path, why=problem.why) for problem in images.problems],
        "features": UsedFeatures(name="made", dim=2),
        "versions": {"prism": "1"},
        "seconds": 1.0,
    }
    return AuditSummary(**content | changes)
