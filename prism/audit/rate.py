"""The share of wrong labels, from how many classes fit each sample better than the class that it was given."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prism.core.noise_rate import first_rank_above, share_above
from prism.errors import PrismError

FEWEST_CLASSES = 5  # with fewer, a rank says too little: of two classes a wrong label and a hard image look the same
THRESHOLDS = np.arange(1, 10) / 10  # lambda: labels with a p-value above it are taken to be wrong
TRUSTED = slice(4, None)  # lambda from 0.5 on, whose mean is the value: right labels of hard images rarely get there
RESAMPLES = 400
COVERED = 0.95  # of the resamples lie between the low and the high end of a range


@dataclass(frozen=True)
class NoiseRate:
    """An estimate of R, the share of wrong labels."""

    value: float
    low: float  # the lowest and the highest over all lambda, each at the outer end of its 95 % bootstrap interval
    high: float
    judged: int  # samples that it is based on: all whose class has another sample


def rate_from_ranks(ranks: NDArray[np.int64], num_classes: int, seed: int = 0) -> NoiseRate:
    """Return the share of wrong labels by the ranks r (N,) of the given labels: how many of C classes fit better.

    A label that is wrong at random has each rank as often, so the number of ranks above lambda tells how many wrong
    labels there are (Storey 2002). Right labels of hard samples reach above a small lambda, and wrong labels that
    resemble the right ones do not reach a large one, so that the range over all lambda says how sure the value is.
    """
    check_number_of_classes(num_classes)
    if not len(ranks):
        raise PrismError(
            "No class has two images, so that no label can be compared with others of its class: add images, or join "
            "classes."
        )
    # Of each lambda: whether a rank is above it, as the number of ranks in each bin and all later ones.
    cuts = [first_rank_above(threshold, num_classes) for threshold in THRESHOLDS]
    edges, places = np.unique(cuts, return_inverse=True)
    counts = np.histogram(ranks, np.concatenate([[0], edges, [num_classes]]))[0]
    if_all_wrong = len(ranks) * np.array([share_above(threshold, num_classes) for threshold in THRESHOLDS])

    def estimates(binned: NDArray[np.int64]) -> NDArray[np.float64]:
        above = binned[..., ::-1].cumsum(axis=-1)[..., ::-1]
        rates: NDArray[np.float64] = above[..., 1:][..., places] / if_all_wrong
        return rates.clip(0, 1)

    value = float(estimates(counts)[TRUSTED].mean())
    resampled = estimates(np.random.default_rng(seed).multinomial(len(ranks), counts / len(ranks), RESAMPLES))
    tail = (1 - COVERED) / 2
    return NoiseRate(
        value,
        min(value, float(np.quantile(resampled.min(axis=1), tail))),
        max(value, float(np.quantile(resampled.max(axis=1), 1 - tail))),
        len(ranks),
    )


def check_number_of_classes(num_classes: int) -> None:
    """Refuse to estimate the share of wrong labels from too few classes."""
    if num_classes < FEWEST_CLASSES:
        raise PrismError(
            f"The share of wrong labels cannot be told from {num_classes} classes, only from {FEWEST_CLASSES} or more: "
            "say which share you take to be wrong (noise_rate, or --noise-rate on the command line)."
        )
