"""Issues with names in place of numbers, for people to read."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from prism.audit.images import LabelledImages

LABEL_COLUMNS = ["given_label", "predicted_label", *(f"predicted_{n}" for n in range(2, 6))]
LABEL_COLUMNS += [f"nearest_label_{n}" for n in range(1, 4)]


def named_issues(images: LabelledImages, issues: pd.DataFrame) -> pd.DataFrame:
    """Return issues with the column path in front, and with names of classes where they have indices of classes."""
    named = issues.drop(columns="path", errors="ignore")
    for column in LABEL_COLUMNS:
        names = [_class_name(images.classes, value) for value in named[column]]
        named[column] = pd.Series(names, index=named.index, dtype=object)
    named.insert(0, "path", pd.Series([images.paths[row] for row in named.index], index=named.index, dtype=object))
    return named


def _class_name(classes: Sequence[str], label: Any) -> str | None:
    """Return the name of a label, which may be a name already; None where there is no label."""
    if isinstance(label, str):
        return label
    return None if pd.isna(label) or label < 0 else classes[int(label)]
