"""`retrieval_metrics` against pytorch-metric-learning's AccuracyCalculator, at the sizes of the paper's test sets."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isclose

import torch
import torch.nn.functional as F
from pytorch_metric_learning.utils.accuracy_calculator import AccuracyCalculator

from benchmarks.fresh import cost
from benchmarks.line import Line, Target
from benchmarks.timing import interleaved, torch_threads
from prism import retrieval_metrics

THREADS = 2
Scores = tuple[float, ...]


@dataclass(frozen=True)
class TestSet:
    name: str
    rows: int
    dim: int
    classes: int
    faster: float  # the target: how many times as fast as the library

    def __str__(self) -> str:
        return f"{self.name} test: {self.rows:,} x {self.dim}, {self.rows // self.classes} a class"


TEST_SETS = (
    TestSet("SOP", 60_502, 128, 11_316, faster=2),
    TestSet("Food", 51_000, 128, 51, faster=2),
    TestSet("CARS", 8_131, 512, 98, faster=1),
)


def measure() -> Iterator[Line]:
    quarter = Target("ours / other", "<=", 0.25)
    for size in TEST_SETS:
        ours, theirs = cost(_ours, size), cost(_theirs, size)
        if not all(isclose(*scores, abs_tol=1e-6) for scores in zip(ours.returned, theirs.returned, strict=True)):
            raise ValueError(f"{size}: {ours.returned} are not {theirs.returned}")
        times = ours.seconds, theirs.seconds
        if size.rows < 10_000:  # too short for one measurement, which has the costs of a first call in it
            with torch_threads(THREADS):
                times = interleaved(_ours(size), _theirs(size), repeats=5)
        faster = Target("other / ours", ">=", size.faster)
        yield Line("retrieval_metrics vs. AccuracyCalculator", str(size), *times, "s", faster, THREADS)
        peaks = ours.megabytes, theirs.megabytes
        yield Line("Peak memory of retrieval_metrics", str(size), *peaks, "MB", quarter, THREADS)


def _ours(size: TestSet) -> Callable[[], Scores]:
    torch.set_num_threads(THREADS)
    embeddings, labels = _test_set(size)
    retrieval_metrics(embeddings[:100], labels[:100] * 0)  # loads the code before the measurement
    return lambda: tuple(retrieval_metrics(embeddings, labels))


def _theirs(size: TestSet) -> Callable[[], Scores]:
    torch.set_num_threads(THREADS)
    embeddings, labels = _test_set(size)
    calculator = AccuracyCalculator(
        include=("precision_at_1", "mean_average_precision_at_r"), k="max_bin_count", device=torch.device("cpu")
    )

    def scores() -> Scores:
        found = calculator.get_accuracy(embeddings, labels)
        return found["precision_at_1"], found["mean_average_precision_at_r"]

    calculator.get_accuracy(embeddings[:100], labels[:100] * 0)
    return scores


def _test_set(size: TestSet) -> tuple[torch.Tensor, torch.Tensor]:
    """Return random embeddings with labels."""
    torch.manual_seed(0)
    return F.normalize(torch.randn(size.rows, size.dim), dim=1), torch.arange(size.rows) % size.classes
