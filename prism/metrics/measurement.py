"""The declaration of scores that a file in prism/metrics/scores/ makes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from torch import Tensor

GroundTruth = Sequence[Mapping[str, Sequence[int]]]  # of each query: which test images are easy, hard and junk


class Metric(NamedTuple):
    """A score of a trained network: a share between 0 and 1, of which more is better, shown in percent."""

    name: str  # the key in log.jsonl and metrics.json, the column of metrics.csv, and the name in params.yaml
    label: str  # for readers, such as "P@1"


@dataclass(frozen=True)
class Embedded:
    """Embeddings of the test images of a dataset, and of its queries if it has some."""

    embeddings: "Tensor"  # (N, D)
    labels: "Tensor"  # (N,)
    queries: "Tensor | None" = None  # (Q, D)
    ground_truth: GroundTruth | None = None  # of each query


@dataclass(frozen=True, kw_only=True)
class Measurement:
    """Metrics that are computed together. `measure` imports torch when it is called, so that reading names is quick."""

    metrics: tuple[Metric, ...]
    measure: Callable[[Embedded], dict[str, float]]  # returns the value of each metric by its name
    needs_queries: bool = False  # measured only where a dataset has queries with ground truth
