from collections.abc import Callable

import pytest

from prism.figures.any_figure import AnyFigureSpec
from prism.figures.detection import draw, points
from prism.figures.files import StudyFiles


def test_three_measures_at_every_evaluation_of_a_filter(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    found = points(spec("detection"), study)
    assert found[["metric", "label", "iteration"]].to_numpy().tolist() == [
        [metric, "filtered", iteration] for metric in ("precision", "recall", "auroc") for iteration in (5, 10)
    ]
    assert found["mean"].tolist() == pytest.approx([0.55, 0.55, 0.6, 0.6, 0.7, 0.7])


def test_each_measure_has_its_panel(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    figure = draw(spec("detection"), points(spec("detection"), study), study)
    assert [axis.get_ylabel() for axis in figure.axes] == ["precision (%)", "recall (%)", "AUROC (%)"]
    assert [axis.lines[0].get_ydata()[0] for axis in figure.axes] == pytest.approx([55, 60, 70])
    assert [axis.get_title() for axis in figure.axes] == ["", "Insects", ""]
