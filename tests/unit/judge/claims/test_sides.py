import pandas as pd
import pytest

from prism.judge.claims.sides import average, each, smoothed, strongest
from prism.judge.claims.views import StudyScores

STUDY = StudyScores(pd.DataFrame(), {"mcl": "MCL"})
SCORES = pd.DataFrame({"mcl": [0.1, 0.9], "ms": [0.6, 0.6], "circle": [0.2, None], "empty": [None, None]}, dtype=float)


def test_each_method_that_was_run() -> None:
    found = each("ms", "mcl", "empty", "unknown")(STUDY, SCORES)
    assert [side.label for side in found] == ["ms", "MCL"]
    assert found[1].by_seed.to_list() == [0.1, 0.9]


def test_the_strongest_has_the_highest_mean() -> None:
    (found,) = strongest("mcl", "ms", "circle")(STUDY, SCORES)
    assert found.label == "ms (strongest of 3)"
    assert found.missing == ()
    (found,) = strongest("mcl", "circle", "empty")(STUDY, SCORES)
    assert found.label == "MCL (strongest of 2)"
    assert found.missing == ("empty",)
    assert strongest("empty")(STUDY, SCORES) == []


def test_the_average_needs_all_of_a_seed() -> None:
    (found,) = average("pairs", "mcl", "ms")(STUDY, SCORES)
    assert found.label == "pairs (mean of 2)"
    assert found.by_seed.to_list() == pytest.approx([0.35, 0.75])
    (found,) = average("pairs", "mcl", "circle", "unknown")(STUDY, SCORES)
    assert found.by_seed.dropna().to_dict() == pytest.approx({0: 0.15})
    assert found.missing == ("unknown",)
    assert average("pairs", "empty")(STUDY, SCORES) == []


def test_every_window_but_the_one_of_trm() -> None:
    names = ["window=100", "window=1", "window=5", "score=memory", "score=memory,window=5"]
    scores = pd.DataFrame({name: [0.5] for name in ["mcl", "mcl_prism", *(f"mcl_prism@{name}" for name in names)]})
    labels = [side.label for side in smoothed("mcl_prism")(STUDY, scores)]
    assert labels == ["mcl_prism", "mcl_prism (window=5)", "mcl_prism (window=100)"]
