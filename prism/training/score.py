"""The scores of a network on a dataset's test images."""

import torch
from torch import nn

from prism.metrics.landmarks import landmark_metrics
from prism.metrics.retrieval import retrieval_metrics
from prism.training.data import TestData
from prism.training.inputs import gathered


@torch.no_grad()
def score(network: nn.Module, data: TestData) -> dict[str, float]:
    """P@1 and MAP@R among the test images and, where there are landmark queries, their mean average precisions."""
    test = gathered(network(inputs) for inputs in data.inputs.whole("test"))
    scores: dict[str, float] = retrieval_metrics(test, data.test_labels.to(test.device))._asdict()
    if data.ground_truth is not None:
        queries = gathered(network(inputs) for inputs in data.inputs.whole("query"))
        scores |= landmark_metrics(queries, test, data.ground_truth)
    return scores
