from collections.abc import Callable

import pandas as pd

from prism.figures.any_figure import AnyFigureSpec
from prism.figures.class_sizes import NAMED, class_sizes, draw, points
from prism.figures.files import StudyFiles
from prism.figures.style import COLUMN, PAGE


def test_the_training_classes_stand_from_the_largest_to_the_smallest() -> None:
    index = pd.DataFrame({"class_name": list("bbcaaatt"), "split": ["train"] * 6 + ["test"] * 2})
    assert class_sizes(index).to_numpy().tolist() == [["a", 3], ["b", 2], ["c", 1]]
    assert class_sizes(index[index["class_name"] != "a"])["class_name"].tolist() == ["b", "c"]


def test_classes_of_one_size_stand_in_the_order_of_their_names() -> None:
    index = pd.DataFrame({"class_name": list("cab"), "split": "train"})
    assert class_sizes(index)["class_name"].tolist() == ["a", "b", "c"]


def test_a_few_classes_are_named(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    found = points(spec("class_sizes"), study)
    assert found["images"].tolist() == [3, 2, 1]
    figure = draw(spec("class_sizes"), found, study)
    names = [[label.get_text() for label in axis.get_yticklabels()] for axis in figure.axes]
    assert names == [["ant", "bee"], ["<script> & 100 %_of $5 to $6"]]
    assert [[bar.get_width() for bar in axis.patches] for axis in figure.axes] == [[3, 2], [1]]
    assert figure.get_figwidth() == PAGE


def test_many_classes_are_counted(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    many = pd.DataFrame({"dataset": "insects", "class_name": map(str, range(NAMED + 1)), "images": 5})
    figure = draw(spec("class_sizes"), many, study)
    (axis,) = figure.axes
    assert axis.get_ylabel() == "images"
    assert axis.patches[0].get_data().values.tolist() == [5] * (NAMED + 1)
    assert figure.get_figwidth() == COLUMN
