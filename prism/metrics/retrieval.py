"""Exact Precision@1 and MAP@R of embeddings, computed in blocks of queries."""

from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from prism.errors import InputError, NonFiniteError
from prism.metrics.neighbours import Rows, map_nearest


class RetrievalMetrics(NamedTuple):
    """Scores of embeddings, each a share between 0 and 1."""

    precision_at_1: float  # share of queries whose nearest neighbour has their class
    map_at_r: float  # mean over queries of average precision at R, R = size of the query's class - 1


@torch.no_grad()
def retrieval_metrics(embeddings: Tensor, labels: Tensor) -> RetrievalMetrics:
    """Return how well embeddings (N, D) retrieve the others of their label (N,) by cosine similarity.

    The numbers are those of pytorch-metric-learning's AccuracyCalculator: a query is not its own neighbour, a query
    alone in its class does not count, and of equally similar neighbours the one with the lower index comes first.
    """
    if not embeddings.isfinite().all():
        raise NonFiniteError("the embeddings hold NaN or infinity, so they have no nearest neighbours.")
    _, classes, sizes = np.unique(labels.cpu().numpy(), return_inverse=True, return_counts=True)
    relevant = sizes[classes] - 1  # R of each query
    queries = np.flatnonzero(relevant)
    if len(queries) == 0:
        raise InputError("no class has two samples, so there is nothing to retrieve.")

    def score(rows: Rows, nearest: Rows) -> tuple[int, float]:
        """Return the hits at rank 1 and the sum of average precisions of queries (b,) with neighbours (b, k)."""
        rank = np.arange(1, nearest.shape[1] + 1)
        needed = relevant[rows, None]
        hits = (classes[nearest] == classes[rows, None]) & (rank <= needed)
        precision = hits.cumsum(axis=1) * hits / rank
        return int(hits[:, 0].sum()), float((precision.sum(axis=1) / needed[:, 0]).sum())

    # Store the features column by column: the product with each block of queries is faster then.
    columns = embeddings.new_empty(embeddings.shape[::-1])
    features = F.normalize(embeddings, dim=1, out=columns.T)
    hits_at_1, precision = np.sum(map_nearest(score, features, queries, relevant), axis=0)
    return RetrievalMetrics(float(hits_at_1 / len(queries)), float(precision / len(queries)))
