"""Compare each loss with the filter to the same loss without it."""

from typing import Literal, NamedTuple

import pandas as pd

from prism.metrics.registry import metric_labels
from prism.metrics.statistics import Interval, interval
from prism.noise.name import parse_noise

ChangeVerdict = Literal["better", "worse", "can't tell"]


class Change(NamedTuple):
    """A loss without and with the filter, under one noise and in one metric."""

    method: str  # the label of the loss
    dataset: str
    noise: str  # as readers know it
    metric: str  # as readers know it
    plain: Interval
    prism: Interval
    change: Interval  # with less without the filter, paired by seed
    verdict: ChangeVerdict


def filtered_against_plain(metrics: pd.DataFrame, labels: dict[str, str]) -> list[Change]:
    """Compare METHOD_prism with METHOD under the same noise, for every pair that was run."""
    methods = sorted(set(metrics["method"]))
    return [change for method in methods for change in changes_by_filter(metrics, method, labels.get(method, method))]


def changes_by_filter(metrics: pd.DataFrame, plain: str, label: str) -> list[Change]:
    """Compare a method with its PRISM variant in every metric, on all data and under all noise on which both were run.

    Runs of one seed share their initial weights and batches, so the interval is that of paired differences.
    """
    changes = []
    both = metrics[metrics["method"] == plain].merge(
        metrics[metrics["method"] == f"{plain}_prism"], on=["dataset", "noise", "seed"], suffixes=("_plain", "_prism")
    )
    for (dataset, noise), runs in both.groupby(["dataset", "noise"]):
        for metric, metric_label in metric_labels(with_queries=False).items():
            if f"{metric}_plain" not in runs:
                continue  # the runs are older than the metric
            change = interval(runs[f"{metric}_prism"] - runs[f"{metric}_plain"])
            changes.append(
                Change(
                    method=label,
                    dataset=str(dataset),
                    noise=parse_noise(str(noise)).label,
                    metric=metric_label,
                    plain=interval(runs[f"{metric}_plain"]),
                    prism=interval(runs[f"{metric}_prism"]),
                    change=change,
                    verdict=_verdict(change.mean, change.half_width),
                )
            )
    return changes


def _verdict(mean: float, half_width: float) -> ChangeVerdict:
    """Return "can't tell" if the interval contains zero, otherwise the sign of the difference in words."""
    if not abs(mean) > half_width:
        return "can't tell"
    return "better" if mean > 0 else "worse"
