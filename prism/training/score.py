"""The scores of networks on a dataset's test images."""

import torch
from torch import nn

from prism.metrics.measurement import Embedded
from prism.metrics.registry import measure_all
from prism.training.data import TestData
from prism.training.device import exact_products
from prism.training.network import embed_all


@torch.no_grad()
def score(networks: nn.ModuleList, data: TestData) -> list[dict[str, float]]:
    """Return for each network every score that the test images and the queries, if any, allow, by its name.

    The images are read once for all networks.
    """
    tests = embed_all(networks, data.inputs.whole("test"))
    queries = embed_all(networks, data.inputs.whole("query")) if data.ground_truth else [None] * len(tests)
    labels = data.test_labels.to(tests[0].device)
    with exact_products():
        return [
            measure_all(Embedded(embedded, labels, queried, data.ground_truth))
            for embedded, queried in zip(tests, queries, strict=True)
        ]
