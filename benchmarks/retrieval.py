"""`retrieval_metrics` against pytorch-metric-learning's AccuracyCalculator, at the size of the CARS test set."""

from collections.abc import Iterator

import torch
import torch.nn.functional as F
from pytorch_metric_learning.utils.accuracy_calculator import AccuracyCalculator

from benchmarks.line import Line, Target
from benchmarks.timing import interleaved, torch_threads
from prism import retrieval_metrics


def measure() -> Iterator[Line]:
    torch.manual_seed(0)
    embeddings, labels = F.normalize(torch.randn(8_131, 512), dim=1), torch.arange(8_131) % 98
    calculator = AccuracyCalculator(
        include=("precision_at_1", "mean_average_precision_at_r"), k="max_bin_count", device=torch.device("cpu")
    )
    with torch_threads(2):
        ours, theirs = interleaved(
            lambda: retrieval_metrics(embeddings, labels),
            lambda: calculator.get_accuracy(embeddings, labels),
            repeats=3,
        )
    no_slower = Target("other / ours", ">=", 1)
    yield Line("retrieval_metrics vs. AccuracyCalculator", "CARS test: 8,131 x 512", ours, theirs, "s", no_slower, 2)
