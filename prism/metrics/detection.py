"""Scores of how well wrong labels were found."""

import numpy as np
from numpy.typing import NDArray


def detection_metrics(
    is_noisy: NDArray[np.bool_], dropped: NDArray[np.bool_], p_clean: NDArray[np.floating]
) -> dict[str, float]:
    """Return how well wrong labels (N,) were found.

    Precision, recall and F1 are those of the dropped samples (N,), the AUROC is that of 1 - p_clean (N,).
    """
    found = int(np.sum(is_noisy & dropped))
    precision = found / max(int(dropped.sum()), 1)
    recall = found / max(int(is_noisy.sum()), 1)
    f1 = 2 * precision * recall / (precision + recall) if found else 0.0
    return {"precision": precision, "recall": recall, "f1": f1, "auroc": _auroc(is_noisy, -p_clean)}


def detection_of_seen(
    is_noisy: NDArray[np.bool_], kept: NDArray[np.integer], p_clean: NDArray[np.floating]
) -> dict[str, float] | None:
    """Return `detection_metrics` of the samples that a filter has seen: it kept (1), dropped (0) or has not seen (-1).

    Return None while those samples do not have both right and wrong labels.
    """
    seen = kept >= 0
    if len(np.unique(is_noisy[seen])) < 2:
        return None
    return detection_metrics(is_noisy[seen], kept[seen] == 0, p_clean[seen].astype(np.float64))


def _auroc(positive: NDArray[np.bool_], score: NDArray[np.floating]) -> float:
    """Return the probability that a positive has a higher score than a negative (Mann-Whitney); ties count half."""
    positives = int(positive.sum())
    negatives = len(positive) - positives
    _, place, ties = np.unique(score, return_inverse=True, return_counts=True)
    ranks = ties.cumsum() - (ties - 1) / 2  # equal values share the mean of their ranks, which count from 1
    rank_sum = float(ranks[place[positive]].sum())
    return (rank_sum - positives * (positives + 1) / 2) / (positives * negatives)
