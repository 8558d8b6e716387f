import math
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from prism.errors import PrismError
from prism.metrics import registry, scores
from prism.metrics.measurement import Embedded, Measurement, Metric
from prism.metrics.registry import all_metrics, measure_all, metric_label, metric_labels, score_names

SQUARE = Embedded(torch.tensor([[1.0, 0.0], [1.0, 0.1], [0.0, 1.0], [0.1, 1.0]]), torch.tensor([0, 0, 1, 1]))
NEW_SCORE = """
from prism.metrics.measurement import Embedded, Measurement, Metric


def measure(test: Embedded) -> dict[str, float]:
    return {"zzz": 0.5}


MEASUREMENT = Measurement(metrics=(Metric("zzz", "Z"),), measure=measure)
"""


@pytest.fixture(autouse=True)
def _fresh_registry() -> None:
    for function in (registry.all_metrics, registry._measurements):
        function.cache_clear()


PAPER_SCORES = ("precision_at_1", "map_at_r", "map_easy", "map_medium", "map_hard")


def test_the_papers_scores_come_first_and_in_a_fixed_order() -> None:
    assert score_names()[:5] == PAPER_SCORES
    assert [metric_label(name) for name in PAPER_SCORES] == ["P@1", "MAP@R", "mAP Easy", "mAP Medium", "mAP Hard"]
    assert list(metric_labels(with_queries=False).items())[:2] == [("precision_at_1", "P@1"), ("map_at_r", "MAP@R")]
    assert not {"map_easy", "map_medium", "map_hard"} & set(metric_labels(with_queries=False))
    assert list(metric_labels()) == list(all_metrics())


def test_without_queries_only_the_test_images_are_scored() -> None:
    measured = measure_all(SQUARE)
    assert list(measured.items())[:2] == [("precision_at_1", 1.0), ("map_at_r", 1.0)]
    assert set(measured) == set(metric_labels(with_queries=False))


def test_queries_are_scored_against_the_test_images() -> None:
    truth = [{"easy": [0], "hard": [1], "junk": []}]
    measured = measure_all(Embedded(SQUARE.embeddings, SQUARE.labels, torch.tensor([[1.0, 0.0]]), truth))
    assert tuple(measured) == score_names()
    assert measured["map_easy"] == measured["map_medium"] == measured["map_hard"] == 1.0


def test_a_new_file_is_a_new_score_after_those_of_the_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "zzz.py").write_text(NEW_SCORE)
    monkeypatch.setattr(scores, "__path__", [*scores.__path__, str(tmp_path)])
    try:
        assert score_names()[-1] == "zzz"
        assert metric_label("zzz") == "Z"
        assert list(measure_all(SQUARE).items())[-1] == ("zzz", 0.5)
    finally:
        sys.modules.pop("prism.metrics.scores.zzz", None)
        registry.all_metrics.cache_clear()
        registry._measurements.cache_clear()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"recall_at_10": 31.2}, "prism.metrics.scores.recall: recall_at_10 is 31.2.*between 0 and 1"),
        ({"recall_at_10": math.nan}, "recall_at_10 is nan"),
        ({"recall": 0.3}, "measures recall, but declares recall_at_10"),
    ],
)
def test_values_that_are_not_as_declared_are_a_clear_error(
    values: dict[str, float], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    recall = Measurement(metrics=(Metric("recall_at_10", "R@10"),), measure=lambda test: values)
    monkeypatch.setattr(registry, "_measurements", lambda: {"prism.metrics.scores.recall": recall})
    with pytest.raises(PrismError, match=message):
        measure_all(SQUARE)


def test_two_scores_of_one_name_are_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    recall = Measurement(metrics=(Metric("recall", "R"), Metric("recall", "R")), measure=lambda test: {})
    monkeypatch.setattr(registry, "_measurements", lambda: {"prism.metrics.scores.recall": recall})
    with pytest.raises(PrismError, match=r"scores\.recall declares recall, as another file does"):
        all_metrics.__wrapped__()


def test_reading_names_imports_neither_torch_nor_numpy() -> None:
    program = (
        "import sys; from prism.metrics.registry import score_names; score_names();"
        "sys.exit(bool({'torch', 'numpy', 'pandas'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
