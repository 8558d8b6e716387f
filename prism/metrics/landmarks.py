"""Mean average precision on the revisited Oxford and Paris buildings (Radenović et al., 2018)."""

from typing import Literal, NamedTuple, get_args

import torch
import torch.nn.functional as F
from torch import Tensor

from prism.errors import InputError, NonFiniteError
from prism.metrics.measurement import GroundTruth

Difficulty = Literal["easy", "medium", "hard"]


class Protocol(NamedTuple):
    positive: tuple[str, ...]  # what is to be found
    ignored: tuple[str, ...]  # what is taken out of the ranking


PROTOCOLS: dict[Difficulty, Protocol] = {
    "easy": Protocol(("easy",), ("junk", "hard")),
    "medium": Protocol(("easy", "hard"), ("junk",)),
    "hard": Protocol(("hard",), ("junk", "easy")),
}


@torch.no_grad()
def landmark_metrics(queries: Tensor, database: Tensor, ground_truth: GroundTruth) -> dict[str, float]:
    """map_easy, map_medium and map_hard of queries (Q, D) in a database (N, D), by cosine similarity.

    Of equally similar images the one with the lower index comes first.
    """
    if not (queries.isfinite().all() and database.isfinite().all()):
        raise NonFiniteError("the embeddings hold NaN or infinity, so they cannot be ranked.")
    similarity = F.normalize(queries, dim=1) @ F.normalize(database, dim=1).T
    ranks = similarity.argsort(dim=1, descending=True, stable=True)
    return {f"map_{difficulty}": mean_ap(ranks, ground_truth, difficulty) for difficulty in get_args(Difficulty)}


def mean_ap(ranks: Tensor, ground_truth: GroundTruth, difficulty: Difficulty) -> float:
    """Mean average precision of `ranks` (Q, N), for each query all images of the database, the most similar first.

    A query that has no positive does not count.
    """
    if len(ranks) != len(ground_truth):
        raise InputError(f"there are {len(ranks)} queries, but the ground truth has {len(ground_truth)}.")
    protocol = PROTOCOLS[difficulty]
    positive = _marked(ranks, ground_truth, protocol.positive)
    kept = ~_marked(ranks, ground_truth, protocol.ignored)
    valid = positive.any(dim=1)
    if not valid.any():
        raise InputError(f"no query has a positive under the {difficulty} protocol, so it has no mean.")
    return float(_average_precision(positive[valid], kept[valid]).mean())


def _average_precision(positive: Tensor, kept: Tensor) -> Tensor:
    """Area (Q,) under the curve of precision over recall, by the trapezoid rule, of rankings (Q, N)."""
    ahead = kept.cumsum(dim=1).double() - kept.double()  # how many of the ranking that is left come before
    found = positive.cumsum(dim=1).double() - positive.double()  # how many of those are positive
    before = torch.where(ahead == 0, 1.0, found / ahead.clamp(min=1))
    after = (found + 1) / (ahead + 1)
    return ((before + after) / 2 * positive).sum(dim=1) / positive.sum(dim=1)


def _marked(ranks: Tensor, ground_truth: GroundTruth, kinds: tuple[str, ...]) -> Tensor:
    """Which places (Q, N) of the rankings hold an image of these kinds."""
    marked = torch.zeros_like(ranks, dtype=torch.bool)
    for row, query in enumerate(ground_truth):
        images = [int(image) for kind in kinds for image in query[kind]]
        if images and not 0 <= min(images) <= max(images) < ranks.shape[1]:
            raise InputError(f"the ground truth of query {row} names an image that is not in the database.")
        marked[row, images] = True
    return marked.gather(1, ranks)
