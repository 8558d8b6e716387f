"""Precision@1 and MAP@R of embeddings, exact, in blocks of queries."""

from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from prism.errors import InputError, NonFiniteError


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
    for block_of_queries in queries.split(block):
        largest = int(relevant[block_of_queries].max())
        similarity = features[block_of_queries] @ features.T
        similarity[torch.arange(len(block_of_queries)), block_of_queries] = -torch.inf
        hits = labels[_nearest(similarity, largest)] == labels[block_of_queries, None]
        rank = torch.arange(1, largest + 1, device=hits.device, dtype=torch.float64)
        needed = relevant[block_of_queries, None]
        hits &= rank <= needed
        average = (hits.cumsum(dim=1) * hits / rank).sum(dim=1) / needed.squeeze(1)
        hits_at_1 += float(hits[:, 0].sum())
        precision += float(average.sum())
    return RetrievalMetrics(hits_at_1 / len(queries), precision / len(queries))


def _nearest(similarity: Tensor, k: int) -> Tensor:
    """Columns (B, k) of the k largest entries in each row of (B, N), ties by column."""
    values, columns = similarity.topk(min(k + 1, similarity.shape[1]), dim=1)
    # topk breaks ties as it likes. Inside the k+1 a stable sort mends that; across their border only a full one.
    columns = columns.sort(dim=1).values
    order = similarity.gather(1, columns).argsort(dim=1, descending=True, stable=True)
    nearest = columns.gather(1, order)[:, :k]
    torn = (values[:, k - 1] == values[:, -1]).nonzero().flatten() if values.shape[1] > k else columns.new_empty(0)
    if len(torn):
        nearest[torn] = similarity[torn].argsort(dim=1, descending=True, stable=True)[:, :k]
    return nearest
