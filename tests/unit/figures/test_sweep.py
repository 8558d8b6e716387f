from collections.abc import Callable

import pytest

from prism.figures.any_figure import AnyFigureSpec
from prism.figures.files import StudyFiles
from prism.figures.sweep import draw, points


def test_a_sweep_has_a_point_for_the_end_of_each_run(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    found = points(spec("sweep", methods={"1": "mcl_prism", "30": "mcl"}), study)
    assert found["label"].tolist() == ["1", "30"]
    assert found["iteration"].tolist() == [10, 10]
    assert found["mean"].tolist() == pytest.approx([0.51, 0.41])


def test_the_values_stand_on_the_axis(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    figure = spec("sweep", methods={"1": "mcl_prism", "30": "mcl"})
    (axis,) = draw(figure, points(figure, study), study).axes
    assert [label.get_text() for label in axis.get_xticklabels()] == ["1", "30"]
    assert axis.get_xlabel() == "window"
    assert axis.lines[0].get_ydata().tolist() == pytest.approx([51, 41])
