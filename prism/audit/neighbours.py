"""The nearest other samples of every sample, in a time that grows with their number and not with its square."""

import torch
from torch import Tensor

from prism.audit.blocks import FeatureBlocks

LISTS = 3  # of how many best classes a sample is in the list, and is compared with the list
PART = 256  # samples of a list that are compared with each other, and with as many before them


def nearest_samples(blocks: FeatureBlocks, best: Tensor, count: int = 3) -> tuple[Tensor, Tensor]:
    """Return the rows (N, count) of the nearest other samples, the nearest first, and their cosine similarities.

    Samples are searched among those that share one of their three best classes (`best`, (N, k)), because samples that
    look alike fit the same classes, whatever their labels say. Each list is ordered along a line through the feature
    space, on which a sample is compared with those around it. Row -1 with similarity -inf: none was found.
    """
    nearest = _Nearest(len(blocks), count)
    line = _places_on_a_line(blocks)
    classes = best[:, :LISTS]
    order = classes.flatten().argsort(stable=True)
    for listed in torch.split(order // classes.shape[1], torch.bincount(classes.flatten()).tolist()):
        members = listed[line[listed].argsort(stable=True)]
        before, vectors_before = members[:0], torch.empty(0, blocks.dim)
        for part in torch.split(members, PART):
            vectors = blocks.unit_vectors(part)
            among, across = vectors @ vectors.T, vectors @ vectors_before.T
            nearest.update(part, part, among.fill_diagonal_(-torch.inf))
            nearest.update(part, before, across)
            nearest.update(before, part, across.T)
            before, vectors_before = part, vectors
    return nearest.rows, nearest.similarities


class _Nearest:
    """The nearest samples that have been found so far."""

    def __init__(self, samples: int, count: int) -> None:
        self.rows = torch.full((samples, count), -1)
        self.similarities = torch.full((samples, count), -torch.inf)

    def update(self, queries: Tensor, candidates: Tensor, similarity: Tensor) -> None:
        """Put candidates (c,) that are nearer to queries (q,) than the known samples in their place."""
        count = self.rows.shape[1]
        found, places = similarity.topk(min(count, len(candidates)), dim=1)
        rows = candidates[places]
        known = (rows.unsqueeze(2) == self.rows[queries].unsqueeze(1)).any(dim=2)
        found = found.masked_fill(known, -torch.inf)
        merged, order = torch.cat([self.similarities[queries], found], dim=1).sort(dim=1, descending=True, stable=True)
        rows = torch.cat([self.rows[queries], rows], dim=1).gather(1, order)
        self.rows[queries] = rows.masked_fill(merged == -torch.inf, -1)[:, :count]
        self.similarities[queries] = merged[:, :count]


def _places_on_a_line(blocks: FeatureBlocks) -> Tensor:
    """Return the place (N,) of every sample along one direction, the same in every process."""
    direction = torch.randn(blocks.dim, generator=torch.Generator().manual_seed(0))
    places = torch.empty(len(blocks))
    for rows, block in blocks:
        places[rows] = block @ direction
    return places
