"""The scores of a network on a dataset's test images."""

import torch
from torch import nn

from prism.metrics.measurement import Embedded
from prism.metrics.registry import measure_all
from prism.training.data import TestData
from prism.training.inputs import gather


@torch.no_grad()
def score(network: nn.Module, data: TestData) -> dict[str, float]:
    """Return every score that the test images and, where there are some, the queries allow, by its name."""
    test = gather(network(inputs) for inputs in data.inputs.whole("test"))
    labels = data.test_labels.to(test.device)
    if data.ground_truth is None:
        return measure_all(Embedded(test, labels))
    queries = gather(network(inputs) for inputs in data.inputs.whole("query"))
    return measure_all(Embedded(test, labels, queries, data.ground_truth))
