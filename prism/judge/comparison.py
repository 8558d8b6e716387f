"""What PRISM changes: each loss with the filter against the same loss without it."""

from typing import Any

import pandas as pd

from prism.metrics.labels import RETRIEVAL_LABELS
from prism.metrics.statistics import interval
from prism.noise.name import parse_noise


def filtered_against_plain(metrics: pd.DataFrame, labels: dict[str, str]) -> list[dict[str, Any]]:
    """Differences over seeds, in points, for every pair METHOD_prism and METHOD under the same noise.

    Runs of one seed share their initial weights and batches, so the interval is that of paired differences.
    """
    comparisons = []
    keys = ["dataset", "noise", "seed"]
    for plain in sorted(set(metrics["method"])):
        filtered = f"{plain}_prism"
        both = metrics[metrics["method"] == plain].merge(
            metrics[metrics["method"] == filtered], on=keys, suffixes=("_plain", "_prism")
        )
        for (dataset, noise), runs in both.groupby(["dataset", "noise"]):
            for metric, metric_label in RETRIEVAL_LABELS.items():
                change = interval(runs[f"{metric}_prism"] - runs[f"{metric}_plain"])
                comparisons.append(
                    {
                        "method": labels[plain],
                        "dataset": dataset,
                        "noise": parse_noise(str(noise)).label,
                        "metric": metric_label,
                        "plain": interval(runs[f"{metric}_plain"]),
                        "prism": interval(runs[f"{metric}_prism"]),
                        "change": change,
                        "verdict": _verdict(change.mean, change.half_width),
                    }
                )
    return comparisons


def _verdict(mean: float, half_width: float) -> str:
    """Whether the interval leaves the sign of the difference open."""
    if not abs(mean) > half_width:
        return "can't tell"
    return "better" if mean > 0 else "worse"
