from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from prism.figures.any_figure import AnyFigureSpec
from prism.figures.examples import SIDE, draw, most_and_least_likely, points
from prism.figures.files import StudyFiles


def labels(p_clean: list[float], given: list[int]) -> pd.DataFrame:
    return pd.DataFrame({"index": range(len(p_clean)), "p_clean": p_clean, "given": given})


def picked(found: pd.DataFrame, row: str) -> list[int]:
    return found.loc[found["row"] == row, "index"].tolist()


def test_the_most_and_the_least_likely_labels_are_chosen() -> None:
    found = most_and_least_likely(labels([0.3, 0.9, 0.1, 0.5, 0.7], [0, 1, 2, 3, 4]), 2)
    assert picked(found, "most") == [1, 4]
    assert picked(found, "least") == [2, 0]
    assert found["rank"].tolist() == [1, 2, 1, 2]


def test_a_given_label_is_chosen_once_at_most() -> None:
    found = most_and_least_likely(labels([0.1, 0.2, 0.3, 0.8, 0.9], [0, 0, 1, 2, 2]), 2)
    assert picked(found, "most") == [4, 2]
    assert picked(found, "least") == [0, 2]


def test_ties_go_by_the_index() -> None:
    found = most_and_least_likely(labels([0.5] * 4, [3, 2, 1, 0]), 2)
    assert picked(found, "most") == picked(found, "least") == [0, 1]


def test_labels_have_names(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    found = points(spec("examples"), study)
    assert found[["row", "path", "given", "true", "kept"]].to_numpy().tolist() == [
        ["most", "0.png", "ant", "ant", 1],
        ["most", "3.png", "bee", "bee", 1],
        ["least", "2.png", "bee", "ant", 0],
        ["least", "4.png", "<script> & 100 %_of $5 to $6", "bee", 0],
    ]
    assert found["p_clean"].tolist() == pytest.approx([0.5, 0.3, 0.1, 0.2])


def test_the_true_class_is_left_out_where_nobody_knows_it(
    study: StudyFiles, spec: Callable[..., AnyFigureSpec]
) -> None:
    path = study.results / "noise/insects/symmetric-20.parquet"
    pd.read_parquet(path).assign(is_noisy=pd.array([pd.NA] * 6, dtype="boolean")).to_parquet(path)
    found = points(spec("examples"), study)
    assert found["true"].isna().all()
    texts = [axis.get_xlabel() for axis in draw(spec("examples"), found, study).axes]
    assert texts[2] == "bee\n0.10"


def test_an_image_stands_over_its_labels(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    figure = draw(spec("examples"), points(spec("examples"), study), study)
    most, _, least, _ = figure.axes
    assert (most.get_ylabel(), least.get_ylabel()) == ("most likely", "least likely")
    assert most.get_xlabel() == "ant\n0.50"
    assert least.get_xlabel() == "bee\n(ant)\n0.10"
    assert np.unique(least.images[0].get_array()).tolist() == [80]
    assert [axis.spines["left"].get_linestyle() for axis in (most, least)] == ["-", "--"]


def test_large_images_are_stored_small(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    from prism.data.store import StoredImage, write_store

    pixels = np.zeros((300, 400, 3), dtype=np.uint8)
    names = ["ant", "ant", "ant", "bee", "bee", "<script>", "of a test"]
    write_store(study.data / "insects", [StoredImage(str(n), name, "", pixels) for n, name in enumerate(names)])
    figure = draw(spec("examples"), points(spec("examples"), study), study)
    assert figure.axes[0].images[0].get_array().shape == (3 * SIDE // 4, SIDE, 3)


def test_a_row_may_have_room_left(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    figure = draw(spec("examples", count=5), points(spec("examples", count=5), study), study)
    assert [len(axis.images) for axis in figure.axes] == [1, 1, 1, 0, 0] * 2
