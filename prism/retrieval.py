"""Precision@1 and MAP@R of embeddings, exact, in blocks of queries."""

from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from prism.errors import InputError, NonFiniteError
from prism.nearest import nearest


class RetrievalMetrics(NamedTuple):
    precision_at_1: float  # share of queries whose nearest neighbour has their class
    map_at_r: float  # mean over queries of average precision at R, R = size of the query's class - 1


@torch.no_grad()
def retrieval_metrics(embeddings: Tensor, labels: Tensor, block: int = 1024) -> RetrievalMetrics:
    """How well embeddings (N, D) retrieve the others of their label (N,) by cosine similarity.

    The numbers of pytorch-metric-learning's AccuracyCalculator: a query is not its own neighbour, a query alone in
    its class does not count, and of equally similar neighbours the one with the lower index comes first.
    """
    if not embeddings.isfinite().all():
        raise NonFiniteError("the embeddings hold NaN or infinity, so they have no nearest neighbours.")
    features = F.normalize(embeddings, dim=1)
    _, labels, sizes = torch.unique(labels, return_inverse=True, return_counts=True)
    relevant = sizes[labels] - 1  # R of each query
    queries = relevant.nonzero().flatten()
    if len(queries) == 0:
        raise InputError("no class has two samples, so there is nothing to retrieve.")
    hits_at_1 = 0.0
    precision = 0.0
    memory = _aligned(min(block, len(queries)), features)
    for block_of_queries in queries.split(block):
        largest = int(relevant[block_of_queries].max())
        similarity = torch.mm(features[block_of_queries], features.T, out=memory[: len(block_of_queries)])
        similarity[torch.arange(len(block_of_queries)), block_of_queries] = -torch.inf
        hits = labels[nearest(similarity, largest)] == labels[block_of_queries, None]
        rank = torch.arange(1, largest + 1, device=hits.device, dtype=torch.float64)
        needed = relevant[block_of_queries, None]
        hits &= rank <= needed
        average = (hits.cumsum(dim=1) * hits / rank).sum(dim=1) / needed.squeeze(1)
        hits_at_1 += float(hits[:, 0].sum())
        precision += float(average.sum())
    return RetrievalMetrics(hits_at_1 / len(queries), precision / len(queries))


def _aligned(rows: int, features: Tensor) -> Tensor:
    """Memory for the similarities (rows, N) of some features to all, the same for each block: pages of new memory would
    be cleared first. Its rows begin at multiples of 64 bytes, without which the product takes half as long again."""
    count = len(features)
    return features.new_empty(rows, count + -count % 16)[:, :count]
