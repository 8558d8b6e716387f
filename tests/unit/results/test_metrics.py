from prism.results.metrics import Detection, summarise
from records import run_settings

RUN = run_settings()
LOG = [
    {"iteration": 0, "precision_at_1": 0.2, "map_at_r": 0.1},
    {"iteration": 10, "precision_at_1": 0.6, "map_at_r": 0.3, "loss": 2.0},
    {"iteration": 20, "precision_at_1": 0.6, "map_at_r": 0.5, "loss": 1.5},
    {"iteration": 30, "precision_at_1": 0.5, "map_at_r": 0.4, "loss": 1.0},
]


def test_scores_are_those_of_the_last_iteration_and_of_the_best() -> None:
    found = summarise(RUN, {"noise": "ab"}, LOG, None)
    assert found.last == {"iteration": 30, "precision_at_1": 0.5, "map_at_r": 0.4}
    assert found.best_on_test == {"iteration": 10, "precision_at_1": 0.6, "map_at_r": 0.3}  # the first of two
    assert found.curve == LOG


def test_settings_and_checksums_are_kept_but_nothing_that_differs_between_equal_runs() -> None:
    found = summarise(RUN, {"noise": "ab"}, LOG, None).model_dump()
    assert (found["settings"]["method"], found["data_sha256"]) == ("mcl", {"noise": "ab"})
    assert "network" not in found["settings"]  # it is not set
    assert found.keys() == {"settings", "data_sha256", "last", "best_on_test", "curve", "detection"}


def test_detection_is_kept() -> None:
    scores = {"precision": 1.0, "recall": 0.5, "f1": 2 / 3, "auroc": 1.0}
    assert summarise(RUN, {}, LOG, scores).detection == Detection(**scores)
