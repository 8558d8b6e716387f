"""Datasets with labels that are wrong on purpose, on which methods of finding wrong labels are compared."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from prism.backbones.extract import extract
from prism.data.store import read_index
from prism.errors import PrismError
from prism.io.files import atomic
from prism.noise import pairwise, small_cluster, symmetric
from prism.study import load

BACKBONES = {"emoji": "efficientnet_lite0", "glyphs": "efficientnet_lite0", "cub": "efficientnet_lite0_224"}
SEED = 0
Labels = NDArray[np.int64]
Corrupt = Callable[[Labels, NDArray[Any]], Labels]
NOISES: dict[str, Corrupt] = {
    "clean": lambda labels, features: labels,
    "symmetric 5%": lambda labels, features: symmetric(labels, 0.05, SEED),
    "symmetric 20%": lambda labels, features: symmetric(labels, 0.2, SEED),
    "symmetric 40%": lambda labels, features: symmetric(labels, 0.4, SEED),
    "symmetric 50%": lambda labels, features: symmetric(labels, 0.5, SEED),
    "Small Cluster 25%": lambda labels, features: small_cluster(labels, features, 0.25, SEED),
    "Small Cluster 50%": lambda labels, features: small_cluster(labels, features, 0.5, SEED),
    "pairwise 20%": lambda labels, features: pairwise(labels, 0.2, SEED),
}


class Case(NamedTuple):
    """Training images of a dataset under a noise."""

    features: NDArray[np.float32]  # (N, D), of a frozen network that has seen none of the images
    given: Labels  # (N,): numbers of classes, 0 .. classes - 1, each of which occurs
    is_wrong: NDArray[np.bool_]  # (N,)


def datasets(data: Path = Path("data")) -> list[str]:
    """Return the datasets that are prepared here; emoji and glyphs must be, and CUB may be."""
    missing = [name for name in ("emoji", "glyphs") if not (data / name / "index.parquet").exists()]
    if missing:
        files = " ".join(str(data / name / "index.parquet") for name in missing)
        raise PrismError(f"{', '.join(missing)} must be prepared first: run `snakemake {files}`.")
    return [name for name in BACKBONES if (data / name / "index.parquet").exists()]


def case(dataset: str, noise: str) -> Case:
    """Return the training images of a dataset with the labels that a noise gives them."""
    index = read_index(Path("data") / dataset / "index.parquet")
    train = (index["split"] == "train").to_numpy()
    features, true = _features(dataset)[train], index["label"].to_numpy()[train]
    given = NOISES[noise](true, features)
    return Case(features, np.unique(given, return_inverse=True)[1], given != true)


@cache
def _features(dataset: str) -> NDArray[np.float32]:
    """Return features (N, D) of all images of a dataset; the first time they are extracted, which takes minutes."""
    backbone = BACKBONES[dataset]
    stored = Path("results/bench-features") / f"{dataset}-{backbone}.safetensors"
    if not stored.exists():
        features = extract(Path("data") / dataset, load().backbones[backbone], processes=2).numpy()
        with atomic(stored) as temporary:
            save_file({"features": features}, temporary)
    return np.asarray(load_file(stored)["features"], dtype=np.float32)
