from collections.abc import Callable

import pandas as pd
import pytest
from pydantic import ValidationError

from prism.figures.any_figure import AnyFigureSpec
from prism.figures.estimated_rate import draw, points
from prism.figures.files import StudyFiles

ALONE = {"methods": {"filtered": "mcl_prism"}}


def test_the_estimate_is_a_mean_over_seeds_beside_the_rate(
    study: StudyFiles, spec: Callable[..., AnyFigureSpec]
) -> None:
    found = points(spec("estimated_rate", **ALONE), study)  # no run of the study is clean
    columns = ["label", "noise", "rate", "iteration", "seeds"]
    assert found[columns].to_numpy().tolist() == [
        ["20% symmetric", "symmetric-20", 0.2, 5, 2],
        ["20% symmetric", "symmetric-20", 0.2, 10, 2],
    ]
    assert found["mean"].tolist() == pytest.approx([0.26, 0.21])


def test_the_rate_is_dashed_in_the_colour_of_its_line(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    figure = spec("estimated_rate", **ALONE)
    (axis,) = draw(figure, points(figure, study), study).axes
    estimate, rate = axis.lines
    assert estimate.get_ydata() == pytest.approx([26, 21])
    assert rate.get_ydata() == pytest.approx([20, 20])
    assert estimate.get_color() == rate.get_color()
    assert (estimate.get_linestyle(), rate.get_linestyle()) == ("-", "--")


def test_the_authors_list_stands_for_the_noise(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    curves = pd.read_csv(study.results / "curves.csv")
    curves["noise"] = "authors-" + curves["noise"]
    curves.to_csv(study.results / "curves.csv", index=False)
    found = points(spec("estimated_rate", **ALONE), study)
    assert set(found["noise"]) == {"authors-symmetric-20"}
    assert set(found["label"]) == {"20% symmetric"}


def test_noise_of_an_unknown_rate_is_refused(spec: Callable[..., AnyFigureSpec]) -> None:
    with pytest.raises(ValidationError, match="has natural, whose rate nobody knows; leave it out"):
        spec("estimated_rate", noises=["natural"])
