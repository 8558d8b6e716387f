"""How well wrong labels were found."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray


def detection_metrics(
    is_noisy: NDArray[np.bool_], dropped: NDArray[np.bool_], p_clean: NDArray[np.floating]
) -> dict[str, float]:
    """Precision, recall and F1 of what was dropped (N,), and the AUROC of 1 - p_clean (N,), for wrong labels."""
    found = int(np.sum(is_noisy & dropped))
    precision = found / max(int(dropped.sum()), 1)
    recall = found / max(int(is_noisy.sum()), 1)
    f1 = 2 * precision * recall / (precision + recall) if found else 0.0
    return {"precision": precision, "recall": recall, "f1": f1, "auroc": _auroc(is_noisy, -p_clean)}


def _auroc(positive: NDArray[np.bool_], score: NDArray[np.floating]) -> float:
    """The chance that a positive has a higher score than a negative (Mann-Whitney); ties count half."""
    positives = int(positive.sum())
    negatives = len(positive) - positives
    rank_sum = float(pd.Series(score).rank()[positive].sum())
    return (rank_sum - positives * (positives + 1) / 2) / (positives * negatives)
