from collections.abc import Callable
from typing import Any

import pytest

from prism.figures.any_figure import AnyFigureSpec
from prism.figures.files import StudyFiles
from prism.figures.iterations import draw, points


def test_a_line_has_a_point_for_each_evaluation(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    methods = {"filtered": "mcl_prism", "plain": "mcl", "absent": "softtriple"}
    found = points(spec("iterations", methods=methods), study)
    assert found[["label", "iteration"]].to_numpy().tolist() == [
        [label, iteration] for label in ("filtered", "plain") for iteration in (0, 5, 10)
    ]
    assert found["mean"].tolist() == pytest.approx([0.41, 0.46, 0.51, 0.31, 0.36, 0.41])
    # Two values differ by 0.02; their interval is Student's t of one degree of freedom times half of that.
    assert found["interval_95"].tolist() == pytest.approx([12.706 * 0.01] * 6, rel=1e-4)
    assert set(found["seeds"]) == {2}


def test_lines_are_drawn_in_percent_and_look_the_same_in_every_panel(
    study: StudyFiles, spec: Callable[..., AnyFigureSpec]
) -> None:
    figure_of: dict[str, Any] = {"insects": "Insects", "other": "Other"}
    figure = spec("iterations", datasets=figure_of, noise=dict.fromkeys(figure_of, "symmetric-20"))
    found = points(figure, study)
    found = found[(found["dataset"] == "insects") | (found["label"] == "filtered")]  # `other` has one line
    first, second = draw(figure, found, study).axes
    assert first.lines[0].get_ydata().tolist() == pytest.approx([31, 36, 41])
    assert (first.get_title(), first.get_xlabel(), first.get_ylabel()) == ("Insects", "iteration", "P@1 (%)")
    assert [line.get_marker() for line in second.lines] == [first.lines[1].get_marker()]
    assert first.lines[0].get_linestyle() != first.lines[1].get_linestyle()
