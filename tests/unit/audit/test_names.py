"""Issues with names of classes in place of their indices."""

from pathlib import Path

import pandas as pd
from audits import make_issues, write_images

from prism.audit.names import LABEL_COLUMNS, named_issues


def test_indices_and_names_of_classes_give_the_same(tmp_path: Path) -> None:
    images = write_images(tmp_path, {"b/1.png": "b", "a/1.png": "a", "a/2.png": "a"})
    found = {0: {"label_score": 0.1, "predicted_label": "a", "predicted_2": "b", "nearest_label_1": "a"}}
    names = make_issues(images, found)
    indices = names.copy()
    for column in LABEL_COLUMNS:
        # pandas turns a column of indices with missing ones into floats.
        indices[column] = names[column].map({"a": 0, "b": 1}).astype(float)
    pd.testing.assert_frame_equal(named_issues(images, indices), named_issues(images, names))
    named = named_issues(images, indices)
    assert named.columns[0] == "path"
    assert named["path"].tolist() == ["b/1.png", "a/2.png", "a/1.png"]
    assert named["predicted_label"].tolist() == ["a", "a", "a"]
    assert named["predicted_2"].tolist() == ["b", None, None]
