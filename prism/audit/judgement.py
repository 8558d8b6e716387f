"""P_clean (Eq. 7) of every label without any training, from features alone."""

from dataclasses import dataclass
from typing import Any

import torch
from numpy.typing import NDArray
from torch import Tensor

from prism.audit.blocks import FeatureBlocks
from prism.audit.centers import LeaveOneOutCenters
from prism.audit.rate import NoiseRate, rate_from_ranks
from prism.audit.space import Space, plain_space, whitened_space
from prism.core.noise_rate import storey_estimate

PLAIN_ROUNDS, WHITENED_ROUNDS = 3, 2  # how often the worst labels leave the centers, in each of the two spaces
LEAVING_THRESHOLD = 0.3  # lambda of the estimate by which labels leave the centers
HIGHEST_RATE = 0.8  # that ever leaves the centers: with more, a class would be judged by a handful of images
TEMPERATURES = (0.007, 0.01, 0.015, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2)
TEMPERATURE_SAMPLES = 4096  # on which the temperature is chosen
BEST = 5  # classes that are remembered of every sample


@dataclass(frozen=True)
class Judgement:
    """How well each of N labels fits; classes are numbers below C."""

    p_given: Tensor  # (N,): P_clean of the given label; 1 of a label that could not be judged
    ranks: Tensor  # (N,): how many classes fit better than the given one; 0 of a label that could not be judged
    judged: Tensor  # (N,) bool: whether the class has another sample
    best: Tensor  # (N, 5 or C): the classes that fit best, the best first
    p_best: Tensor  # (N,): P_clean of the best class
    temperature: float
    estimate: NoiseRate | None  # of the share of wrong labels; None where the share was given
    noise_rate: float  # the share of wrong labels, estimated or given
    space: Space


def judge_labels(features: NDArray[Any], labels: Tensor, noise_rate: float | None = None) -> Judgement:
    """Judge labels (N,) by features (N, D), with the share of wrong labels estimated if it is not given.

    The worst labels leave the centers, as they never enter the memory of PRISM: first by plain similarities, in three
    rounds. The labels that are left say in which directions images of a class differ. In the space that is whitened by
    that, two more rounds follow. To start with the whitened space would be wrong: where whole groups of images have
    moved to a wrong class, it would take the distance between the groups for a difference that does not count.
    """
    blocks = FeatureBlocks(features, int(labels.max()) + 1)
    kept = torch.ones(len(labels), dtype=torch.bool)
    space = plain_space(blocks)
    for number in range(PLAIN_ROUNDS + WHITENED_ROUNDS):
        if number == PLAIN_ROUNDS:
            space = whitened_space(blocks, labels, kept)
        judgement = _judge(blocks, labels, kept, space, noise_rate)
        # Rather too many leave: a right label that leaves costs a center little, a wrong one that stays costs much.
        ranks = judgement.ranks[judgement.judged]
        share = storey_estimate(ranks, blocks.num_classes, LEAVING_THRESHOLD) if noise_rate is None else noise_rate
        kept = _without_worst(judgement, labels, int(min(share, HIGHEST_RATE) * len(labels)))
    return judgement


def _judge(blocks: FeatureBlocks, labels: Tensor, kept: Tensor, space: Space, noise_rate: float | None) -> Judgement:
    """Judge all labels by the centers of those that are kept (N,)."""
    centers = LeaveOneOutCenters(blocks, labels, kept, space)
    temperature = _choose_temperature(blocks, labels, kept, centers)
    count = len(labels)
    # Filled block by block: many small results of blocks, joined at the end, would leave the memory full of holes.
    p_given, p_best, judged = torch.empty(count), torch.empty(count), torch.empty(count, dtype=torch.bool)
    ranks, best = torch.empty(count, dtype=torch.long), torch.empty(count, min(BEST, blocks.num_classes)).long()
    for rows, block in blocks:
        similarities = centers.similarities(rows, block)
        own = similarities.gather(1, labels[rows].unsqueeze(1))
        fit, best[rows] = similarities.topk(best.shape[1])
        judged[rows] = own.squeeze(1) > -torch.inf
        ranks[rows] = (similarities > own).sum(dim=1)
        logarithms = similarities.div_(temperature).logsumexp(dim=1)
        p_given[rows] = (own.squeeze(1) / temperature - logarithms).exp()
        p_best[rows] = (fit[:, 0] / temperature - logarithms).exp()
    p_given[~judged], ranks[~judged] = 1.0, 0
    estimate = rate_from_ranks(ranks[judged].numpy(), blocks.num_classes) if noise_rate is None else None
    rate = estimate.value if estimate else noise_rate or 0.0
    return Judgement(p_given, ranks, judged, best, p_best, temperature, estimate, rate, space)


def _choose_temperature(blocks: FeatureBlocks, labels: Tensor, kept: Tensor, centers: LeaveOneOutCenters) -> float:
    """Return the temperature at which the labels that are kept are most likely."""
    rows = kept.nonzero().squeeze(1)
    rows = rows[:: -(-len(rows) // TEMPERATURE_SAMPLES)]
    similarities = centers.similarities(rows, blocks.unit_vectors(rows) - blocks.mean)
    own = similarities.gather(1, labels[rows].unsqueeze(1)).squeeze(1)
    known = own > -torch.inf
    similarities, own = similarities[known], own[known]

    def likelihood(temperature: float) -> float:
        return float((own / temperature - (similarities / temperature).logsumexp(dim=1)).mean())

    return max(TEMPERATURES, key=likelihood)


def _without_worst(judgement: Judgement, labels: Tensor, count: int) -> Tensor:
    """Return a mask (N,) without the `count` labels that fit worst; each class keeps its two best."""
    order = judgement.p_given.argsort(stable=True)
    kept = torch.ones(len(labels), dtype=torch.bool)
    kept[order[:count]] = False
    best_first = order.flip(0)
    by_class = best_first[labels[best_first].argsort(stable=True)]
    starts = torch.bincount(labels).cumsum(0) - torch.bincount(labels)
    place = torch.arange(len(labels)) - starts[labels[by_class]]
    kept[by_class[place < 2]] = True
    return kept
