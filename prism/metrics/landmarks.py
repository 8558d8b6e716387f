"""Mean average precision on the revisited Oxford and Paris buildings (Radenović et al., 2018)."""

from typing import Literal, NamedTuple, get_args

import torch
import torch.nn.functional as F
from torch import Tensor

from prism.errors import InputError, NonFiniteError
from prism.metrics.measurement import GroundTruth

Difficulty = Literal["easy", "medium", "hard"]


class Protocol(NamedTuple):
    """Kinds of database images, as the ground truth of a query names them."""

    positive: tuple[str, ...]  # are to be found
    ignored: tuple[str, ...]  # are removed from the ranking


PROTOCOLS: dict[Difficulty, Protocol] = {
    "easy": Protocol(("easy",), ("junk", "hard")),
    "medium": Protocol(("easy", "hard"), ("junk",)),
    "hard": Protocol(("hard",), ("junk", "easy")),
}


@torch.no_grad()
def landmark_metrics(queries: Tensor, database: Tensor, ground_truth: GroundTruth) -> dict[str, float]:
    """Return map_easy, map_medium and map_hard of queries (Q, D) in a database (N, D), by cosine similarity.

    Of equally similar images, the one with the lower index comes first.
    """
    if not (queries.isfinite().all() and database.isfinite().all()):
        raise NonFiniteError("the embeddings hold NaN or infinity, so they cannot be ranked.")
    similarity = F.normalize(queries, dim=1) @ F.normalize(database, dim=1).T
    ranks = similarity.argsort(dim=1, descending=True, stable=True)
    return {f"map_{difficulty}": mean_ap(ranks, ground_truth, difficulty) for difficulty in get_args(Difficulty)}


def mean_ap(ranks: Tensor, ground_truth: GroundTruth, difficulty: Difficulty) -> float:
    """Return the mean average precision of `ranks` (Q, N): for each query all images, the most similar first.

    A query that has no positive does not count.
    """
    if len(ranks) != len(ground_truth):
        raise InputError(f"there are {len(ranks)} queries, but the ground truth has {len(ground_truth)}.")
    protocol = PROTOCOLS[difficulty]
    positive = _marked(ranks, ground_truth, protocol.positive)
    kept = ~_marked(ranks, ground_truth, protocol.ignored)
    valid = positive.any(dim=1)
    if not valid.any():
        raise InputError(f"no query has a positive under the {difficulty} protocol, so there is no mean to compute.")
    return float(_average_precision(positive[valid], kept[valid]).mean())


def _average_precision(positive: Tensor, kept: Tensor) -> Tensor:
    """Return the area (Q,) under the curve of precision over recall of rankings (Q, N), by the trapezoid rule."""
    ahead = kept.cumsum(dim=1).double() - kept.double()  # images before each place that were not removed
    found = positive.cumsum(dim=1).double() - positive.double()  # positives among those
    before = torch.where(ahead == 0, 1.0, found / ahead.clamp(min=1))
    after = (found + 1) / (ahead + 1)
    return ((before + after) / 2 * positive).sum(dim=1) / positive.sum(dim=1)


def _marked(ranks: Tensor, ground_truth: GroundTruth, kinds: tuple[str, ...]) -> Tensor:
    """Return a mask (Q, N) of the places in the rankings that hold an image of these kinds."""
    marked = torch.zeros_like(ranks, dtype=torch.bool)
    for row, query in enumerate(ground_truth):
        images = [int(image) for kind in kinds for image in query[kind]]
        if images and not 0 <= min(images) <= max(images) < ranks.shape[1]:
            raise InputError(f"the ground truth of query {row} names an image that is not in the database.")
        marked[row, images] = True
    return marked.gather(1, ranks)
