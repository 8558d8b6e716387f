import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_fscore_support, roc_auc_score

from prism.metrics.detection import detection_metrics, detection_of_seen

# Few values, so that there are ties.
samples = st.lists(st.tuples(st.booleans(), st.booleans(), st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0])), min_size=2)


def test_hand_checked() -> None:
    is_noisy = np.array([True, True, False, False, False])
    dropped = np.array([True, False, True, True, False])
    p_clean = np.array([0.1, 0.6, 0.2, 0.3, 0.9])
    # Four of the six pairs of a noisy and a clean sample are in order: all three with 0.1, and (0.6, 0.9).
    assert detection_metrics(is_noisy, dropped, p_clean) == pytest.approx(
        {"precision": 1 / 3, "recall": 1 / 2, "f1": 2 / 5, "auroc": 4 / 6}
    )


@given(samples.filter(lambda rows: len({is_noisy for is_noisy, _, _ in rows}) == 2))
def test_equals_scikit_learn(rows: list[tuple[bool, bool, float]]) -> None:
    is_noisy, dropped, p_clean = (np.array(column) for column in zip(*rows, strict=True))
    precision, recall, f1, _ = precision_recall_fscore_support(is_noisy, dropped, average="binary", zero_division=0)
    auroc = roc_auc_score(is_noisy, 1 - p_clean)
    assert detection_metrics(is_noisy, dropped, p_clean) == pytest.approx(
        {"precision": precision, "recall": recall, "f1": f1, "auroc": auroc}
    )


def test_samples_that_no_filter_has_seen_do_not_count() -> None:
    is_noisy, p_clean = np.array([True, False, True]), np.array([0.1, 0.2, np.nan])
    found = detection_of_seen(is_noisy, np.array([0, 1, -1]), p_clean)
    assert found == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "auroc": 1.0}
    assert detection_of_seen(is_noisy, np.array([0, -1, -1]), p_clean) is None
    assert detection_of_seen(is_noisy, np.array([-1, -1, -1]), p_clean) is None
