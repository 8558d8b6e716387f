import pandas as pd
import pytest

from prism.judge.claims.views import (
    BOTH_SCORES,
    Scores,
    StudyScores,
    View,
    at,
    change,
    every_step,
    first_step,
    lost,
    seconds,
)
from prism.judge.paper import SECONDS


def study(*places: str) -> StudyScores:
    """Return a study with two seeds in which P@1 of the methods a and b falls with the rate in a place's name."""
    rows = []
    for place in places:
        dataset, noise = place.split()
        rate = int(noise.rpartition("-")[2]) if "-" in noise else 0
        for method, score in (("a", 0.9 - rate / 100), ("b", 0.9 - rate / 200)):
            for seed in (0, 1):
                scores = {"precision_at_1": score + seed / 10, "best_precision_at_1": 1.0, "iteration": 500}
                rows.append({"dataset": dataset, "noise": noise, "method": method, "seed": seed, **scores})
    return StudyScores(pd.DataFrame(rows), datasets={"cub": "CUB"})


def seen(view: View, *places: str) -> list[tuple[str, str]]:
    return [(scores.dataset, scores.noise) for scores in view(study(*places))]


def only(view: View, *places: str) -> Scores:
    (scores,) = view(study(*places))
    return scores


def test_scores_by_seed_and_method() -> None:
    scores = only(at("symmetric"), "cub symmetric-10", "cub clean")
    assert (scores.dataset, scores.noise, scores.metric) == ("CUB", "10% symmetric", "P@1")
    assert scores.by_seed["a"].to_list() == pytest.approx([0.8, 0.9])
    assert list(scores.by_seed.index) == [0, 1]


def test_the_places_of_a_view() -> None:
    places = ("sop symmetric-20", "cub symmetric-50", "cub symmetric-10", "cub smallcluster-25", "cub natural")
    assert seen(at("symmetric"), *places) == [
        ("CUB", "10% symmetric"),
        ("CUB", "50% symmetric"),
        ("sop", "20% symmetric"),
    ]
    assert seen(at("symmetric", only=("sop",)), *places) == [("sop", "20% symmetric")]
    assert seen(at("symmetric", without=("sop",), highest=True), *places) == [("CUB", "50% symmetric")]
    assert seen(at("natural", "smallcluster"), *places) == [("CUB", "natural"), ("CUB", "25% Small Cluster")]
    assert len(seen(seconds(), *places)) == 5


def test_times_are_those_that_were_measured_not_those_of_runs() -> None:
    runs = pd.DataFrame({"dataset": ["cub"], "noise": ["clean"], "method": ["a"], "seed": [0], SECONDS: [5.0]})
    times = runs.assign(noise="symmetric-10", **{SECONDS: 7.0})
    (scores,) = seconds()(StudyScores(runs, times=times))
    assert scores.by_seed["a"].to_list() == [7.0]
    assert list(seconds()(StudyScores(runs, times=times.iloc[:0]))) == []


def test_a_metric_that_was_not_measured_has_no_scores() -> None:
    measured, absent = at("symmetric", metrics=BOTH_SCORES)(study("cub symmetric-10"))
    assert measured.by_seed.notna().all(axis=None)
    assert absent.by_seed.isna().all(axis=None)


def test_changes_from_rate_to_rate() -> None:
    places = ("cub symmetric-50", "cub symmetric-10", "cub symmetric-20", "sop symmetric-10")
    scores = only(change("symmetric"), *places)  # a single rate has nothing to change to
    assert (scores.noise, scores.metric) == ("10% to 50% symmetric", "change of P@1")
    assert scores.by_seed["a"].to_list() == pytest.approx([-0.4, -0.4])
    assert scores.by_seed["b"].to_list() == pytest.approx([-0.2, -0.2])
    assert [noise for _, noise in seen(change("symmetric", every_step), *places)] == [
        "10% to 20% symmetric",
        "20% to 50% symmetric",
    ]
    assert only(change("symmetric", first_step), *places).noise == "10% to 20% symmetric"


def test_labels_of_the_authors_are_not_mixed_with_ours() -> None:
    places = [f"cub {who}symmetric-{rate}" for rate in (10, 50) for who in ("", "authors-")]
    assert [noise for _, noise in seen(change("symmetric"), *places)] == [
        "10% to 50% symmetric",
        "10% to 50% symmetric (authors)",
    ]


def test_what_is_lost_since_the_best() -> None:
    scores = only(lost("symmetric", after=500), "cub symmetric-10")
    assert scores.by_seed["a"].to_list() == pytest.approx([0.2, 0.1])
    assert scores.lacking == ()
    assert only(lost("symmetric", after=5000), "cub symmetric-10").lacking == ("5,000 iterations",)


def test_names_for_readers() -> None:
    named = StudyScores(pd.DataFrame(), {"mcl_prism": "MCL + PRISM"}, {"cub": "CUB"})
    assert named.method("mcl_prism") == "MCL + PRISM"
    assert named.method("mcl_prism@score=memory@window=1") == "MCL + PRISM (score=memory, window=1)"
    assert (named.method("mine"), named.dataset("cub"), named.dataset("mine")) == ("mine", "CUB", "mine")
