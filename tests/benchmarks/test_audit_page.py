"""The comparison with cleanlab: how a verdict is scored, and the tables of its page."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from benchmarks import audit_page
from benchmarks.audit_cases import Case, datasets
from benchmarks.audit_methods import METHODS, Verdict
from benchmarks.audit_quality import scores
from prism.errors import PrismError

FEATURES = np.zeros((4, 2), dtype=np.float32)
GIVEN = np.array([0, 0, 1, 1])


def test_a_verdict_is_compared_with_the_truth() -> None:
    known = Case(FEATURES, GIVEN, np.array([True, True, False, False]))
    verdict = Verdict(np.array([0.1, 0.6, 0.5, 0.9]), np.array([True, False, False, False]), 0.3)
    found = scores(known, verdict)
    assert (found["wrong"], found["auroc"], found["flagged"], found["noise_rate"]) == (0.5, 0.75, 0.25, 0.3)
    assert (found["precision"], found["recall"], found["f1"]) == (1.0, 0.5, pytest.approx(2 / 3, abs=1e-4))


def test_without_wrong_labels_there_is_nothing_to_find() -> None:
    known = Case(FEATURES, GIVEN, np.zeros(4, dtype=bool))
    found = scores(known, Verdict(np.ones(4), np.array([True, False, False, False]), 0.1))
    assert [found[name] for name in ("auroc", "precision", "recall", "f1")] == [None] * 4
    assert found["flagged"] == 0.25


@pytest.mark.parametrize("method", ["ours", "cleanlab, nearest neighbours", "cleanlab, logistic regression"])
def test_methods_find_a_wrong_label_among_separate_classes(method: str) -> None:
    classes, images = 6, 15
    labels = np.repeat(np.arange(classes), images)
    noise = np.random.default_rng(0).normal(scale=0.05, size=(len(labels), 8))
    features = (np.eye(8)[labels] + noise).astype(np.float32)
    given = labels.copy()
    given[0] = 3
    verdict = METHODS[method](features, given)
    assert verdict.scores.argmin() == 0
    assert verdict.scores.shape == verdict.is_flagged.shape == labels.shape


def test_a_missing_dataset_is_named_with_the_command_that_makes_it(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"emoji, glyphs must be prepared first: run `snakemake .*emoji/index.parquet"):
        datasets(tmp_path)


def row(method: str, **figures: float) -> dict[str, object]:
    """Return a row of the CSV."""
    stamp = {"commit": "1234567890", "cpu": "A CPU", "cleanlab_version": "2", "scikit-learn_version": "1"}
    names = {"dataset": "emoji", "noise": "symmetric 20%", "method": method, "images": 5344, "classes": 531}
    cost = {"core_seconds": 1.5, "megabytes": 80, "torch_version": "2"}
    return {**names, **stamp, **cost, "precision": 0.5, "recall": 0.75, "flagged": 0.2, "wrong": 0.2, **figures}


def test_the_page_shows_the_best_in_bold(tmp_path: Path) -> None:
    rows = [
        row("ours", auroc=0.98, f1=0.8, noise_rate=0.15),
        row("other", auroc=0.95, f1=0.9, noise_rate=0.3),
    ]
    table, page = tmp_path / "quality.csv", tmp_path / "quality.md"
    pd.DataFrame(rows).to_csv(table, index=False)
    page.write_text(f"Before\n{audit_page.BEGIN}\nold\n{audit_page.END}\nafter\n")
    audit_page.publish(table, page)
    text = page.read_text()
    assert text.startswith("Before\n")
    assert text.endswith("\nafter\n")
    assert "old" not in text
    for line in ("**0.980** | 0.950", "0.800 | **0.900**", "**0.150** | 0.300", "0.500, 0.750 | 0.500, 0.750"):
        assert line in text
    assert "Computed at commit 1234567, A CPU, one thread; cleanlab 2, scikit-learn 1, torch 2" in text
