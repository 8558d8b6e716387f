"""The nearest other samples of every sample, in a time that grows with their number and not with its square."""

import torch
from torch import Tensor

from prism.audit.blocks import FeatureBlocks

LISTS = 3  # of how many best classes a sample is in the list, and is compared with the list
WINDOW = 1024  # samples that are compared with each other at a time


def nearest_samples(blocks: FeatureBlocks, best: Tensor, count: int = 3) -> tuple[Tensor, Tensor]:
    """Return the rows (N, count) of the nearest other samples, the nearest first, and their cosine similarities.

    Samples are searched among those that share one of their three best classes (`best`, (N, k)), because
    samples that look alike fit the same classes, whatever their labels say. A longer list is ordered along a line
    through the feature space and searched in overlapping windows. Row -1 with similarity -inf: none was found.
    """
    rows = torch.full((len(blocks), count), -1)
    similarities = torch.full((len(blocks), count), -torch.inf)
    line = _places_on_a_line(blocks)
    classes = best[:, :LISTS]
    order = classes.flatten().argsort(stable=True)
    for listed in torch.split(order // classes.shape[1], torch.bincount(classes.flatten()).tolist()):
        members = listed[line[listed].argsort(stable=True)] if len(listed) > WINDOW else listed
        for start in range(0, max(len(members) - WINDOW // 2, 1), WINDOW // 2):
            _compare(blocks, members[start : start + WINDOW], rows, similarities)
    return rows, similarities


def _places_on_a_line(blocks: FeatureBlocks) -> Tensor:
    """Return the place (N,) of every sample along one direction, the same in every process."""
    direction = torch.randn(blocks.dim, generator=torch.Generator().manual_seed(0))
    return torch.cat([block @ direction for _, block in blocks])


def _compare(blocks: FeatureBlocks, members: Tensor, rows: Tensor, similarities: Tensor) -> None:
    """Compare some samples (m,) with each other, and put those that are nearer than the known ones in their place."""
    if len(members) < 2:
        return
    count = rows.shape[1]
    vectors = blocks.take(members.numpy())
    among = (vectors @ vectors.T).fill_diagonal_(-torch.inf)
    found, places = among.topk(min(count, len(members) - 1))
    candidates = members[places]
    known = (candidates.unsqueeze(2) == rows[members].unsqueeze(1)).any(dim=2)
    found = found.masked_fill(known, -torch.inf)
    merged, order = torch.cat([similarities[members], found], dim=1).sort(dim=1, descending=True, stable=True)
    similarities[members] = merged[:, :count]
    rows[members] = torch.cat([rows[members], candidates], dim=1).gather(1, order)[:, :count]
    rows[members] = rows[members].masked_fill(similarities[members] == -torch.inf, -1)
