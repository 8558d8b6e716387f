from collections.abc import Callable

import pytest

from prism.figures.any_figure import AnyFigureSpec
from prism.figures.files import StudyFiles
from prism.figures.threshold import draw, points


def test_median_and_quartiles_are_means_over_seeds(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    found = points(spec("threshold"), study)
    assert found[["label", "iteration"]].to_numpy().tolist() == [["filtered", 5], ["filtered", 10]]
    assert found["mean"].tolist() == pytest.approx([0.25, 0.25])
    assert found["q25"].tolist() == pytest.approx([0.1, 0.1])
    assert found["q75"].tolist() == pytest.approx([0.4, 0.5])


def test_the_first_quartiles_do_not_stretch_the_axis(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    found = points(spec("threshold"), study)
    found.loc[0, "q75"] = 100.0
    (axis,) = draw(spec("threshold"), found, study).axes
    assert axis.get_ylim() == pytest.approx((0.1 - 0.02, 0.5 + 0.02))


def test_a_single_evaluation_can_be_drawn(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    (axis,) = draw(spec("threshold"), points(spec("threshold"), study).head(1), study).axes
    low, high = axis.get_ylim()
    assert low < 0.25 < high
