from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from prism.figures.any_figure import AnyFigureSpec
from prism.figures.files import StudyFiles
from prism.figures.p_clean import draw, histograms, points


def run(p_clean: list[float], is_noisy: list[bool | None]) -> pd.DataFrame:
    return pd.DataFrame({"p_clean": p_clean, "is_noisy": pd.array(is_noisy, dtype="boolean")})


def test_the_shares_of_each_group_are_means_over_seeds() -> None:
    one = run([0.0, 0.1, 0.9, 1.0], [True, True, False, False])
    other = run([0.2, 0.8, 0.9, 1.0], [True, True, False, False])
    found = histograms([one, other], bins=2)
    assert found[["labels", "low", "high", "share", "seeds"]].to_numpy().tolist() == [
        ["right labels", 0.0, 0.5, 0.0, 2],
        ["right labels", 0.5, 1.0, 1.0, 2],
        ["wrong labels", 0.0, 0.5, 0.75, 2],  # all of one seed's, half of the other's
        ["wrong labels", 0.5, 1.0, 0.25, 2],
    ]


def test_labels_of_unknown_noise_are_one_group() -> None:
    found = histograms([run([0.0, 1.0, 1.0], [None] * 3)], bins=2)
    assert found["labels"].tolist() == ["labels", "labels"]
    assert found["share"].tolist() == pytest.approx([1 / 3, 2 / 3])


def test_only_scored_labels_count(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    found = points(spec("p_clean"), study)
    assert set(found["label"]) == {"filtered"}  # `plain` has no filter
    assert (found["low"].min(), found["high"].max()) == pytest.approx((0.1, 0.5))  # image 5 has no score
    right, wrong = (found[found["labels"] == name] for name in ("right labels", "wrong labels"))
    assert (right["share"].sum(), wrong["share"].sum()) == pytest.approx((1, 1))
    assert wrong.loc[wrong["share"] > 0, "low"].tolist() == pytest.approx([0.1, 0.2])
    assert np.allclose(wrong.loc[wrong["share"] > 0, "share"], 1 / 2)


def test_right_and_wrong_labels_are_told_apart_without_colour(
    study: StudyFiles, spec: Callable[..., AnyFigureSpec]
) -> None:
    (axis,) = draw(spec("p_clean"), points(spec("p_clean"), study), study).axes
    right, wrong = axis.patches
    assert right.get_hatch() is None
    assert wrong.get_hatch() == "/////"
