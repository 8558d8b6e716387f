"""Train embeddings of a user's images by several methods, and write them with their scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from prism.audit.features import ImageFeatures, image_features
from prism.audit.images import list_images
from prism.audit.network import ImageNetwork
from prism.audit.output import check_output
from prism.data.folder.split import SplitBy
from prism.embed.split import ImageSplit, split
from prism.metrics.retrieval import retrieval_metrics
from prism.results.run import RunFolder
from prism.results.settings import RunSettings
from prism.training.embedding import embed_features, own_data, train_head
from prism.training.head_defaults import DEFAULT_NOISE_RATE, LABELS, check_method, head_run
from prism.training.run import write_run

UNTRAINED = "untrained features"


class Score(NamedTuple):
    """A row of scores.csv."""

    method: str
    split: str  # by class or by image
    seed: int | None  # None of features that nothing trained
    precision_at_1: float
    map_at_r: float


@dataclass(frozen=True)
class Embedding:
    """All that was found out about a user's images."""

    found: ImageFeatures
    split: ImageSplit
    runs: list[RunSettings]
    scores: list[Score]
    chosen: RunSettings  # the run that the embeddings are of
    embeddings: NDArray[np.float32]  # (N, dim) of all images
    p_clean: NDArray[np.float32]  # (N,) of the run's last verdict; NaN where no filter has seen the image
    estimated_rate: float | None  # of wrong labels, where the run estimates it


def embed_folder(
    root: Path,
    labels: Path | None,
    output: Path,
    by: SplitBy | None = None,
    methods: Sequence[str] = ("mcl", "mcl_prism"),
    seeds: Sequence[int] = (0,),
    iterations: int | None = None,
    noise_rate: float | str = DEFAULT_NOISE_RATE,
    threads: int = 1,
    network: ImageNetwork | None = None,
) -> Embedding:
    """Train every method with every seed on half of a user's images, and embed all of them.

    Features are kept in `output`/cache, and the files of each training are in `output`/runs. The embeddings are those
    of MCL + PRISM, or of the last method if it is not among them, with the first seed.
    """
    check_output(output, root)
    images = list_images(root, labels)
    for method in methods:
        check_method(method)  # before the minutes that features take
    found = image_features(images, output / "cache", network, threads)
    rows = split(found.images, by)
    given = torch.from_numpy(found.images.labels)
    data = own_data(found.features, given, rows.train, rows.test, {"images": found.digest()})
    test = retrieval_metrics(torch.from_numpy(found.features[rows.test]), given[rows.test])
    scores = [Score(UNTRAINED, rows.by, None, *test)]
    runs = []
    shown = ("mcl_prism" if "mcl_prism" in methods else methods[-1], seeds[0])
    for method, seed in product(methods, seeds):
        run = head_run(method, len(rows.train), data.num_classes, rows.by, noise_rate, iterations, seed)
        trained = train_head(run, data)
        write_run(RunFolder(output / "runs" / method / f"seed{seed}"), run, trained, data)
        last = trained.journal.records[-1]
        scores.append(Score(LABELS[method], rows.by, seed, last["precision_at_1"], last["map_at_r"]))
        runs.append(run)
        if (method, seed) == shown:
            chosen, embeddings = run, embed_features(trained, found.features)
            p_clean = np.full(len(given), np.nan, dtype=np.float32)
            p_clean[rows.train] = trained.journal.p_clean.numpy()
            rate = last.get("estimated_rate")
    return Embedding(found, rows, runs, scores, chosen, embeddings, p_clean, rate)
