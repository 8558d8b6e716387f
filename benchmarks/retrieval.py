"""`retrieval_metrics` against pytorch-metric-learning's AccuracyCalculator, at the size of the CARS test set."""

import torch
import torch.nn.functional as F
from pytorch_metric_learning.utils.accuracy_calculator import AccuracyCalculator

from benchmarks.timing import interleaved
from prism import retrieval_metrics


def measure() -> list[tuple[str, float, float]]:
    torch.manual_seed(0)
    embeddings, labels = F.normalize(torch.randn(8_131, 512), dim=1), torch.arange(8_131) % 98
    calculator = AccuracyCalculator(
        include=("precision_at_1", "mean_average_precision_at_r"), k="max_bin_count", device=torch.device("cpu")
    )
    ours, theirs = interleaved(
        lambda: retrieval_metrics(embeddings, labels), lambda: calculator.get_accuracy(embeddings, labels), repeats=3
    )
    return [("retrieval_metrics / AccuracyCalculator, CARS test", ours, theirs)]
