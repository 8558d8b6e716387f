"""A study small enough to count its jobs by hand, and to write down what they took."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from prism.study import Params, parse

# Runs: mcl and coteaching (table symmetric), mcl and mcl_prism (table filtered) under symmetric noise;
# mcl_prism with two windows under Small Cluster noise (figure window). Five in all, one of them shared.
SMALL = """
study: main
seeds: [0]
studies:
  main: &main
    title: The main study
    backbone: net
    end_to_end: {}
    training: {iterations: 100, classes_per_batch: 2, images_per_class: 2, embedding_dim: 4, learning_rate: 0.1,
               weight_decay: 0.0, evaluate_every: 50, checkpoint_every: 50}
    tables: {symmetric: [cub], filtered: [cub]}
    figures: {window: [cub]}
  frozen: {<<: *main, title: Frozen, end_to_end: null}
datasets:
  cub: {kind: cub, title: CUB}
  mine: {kind: folder, title: Mine, root: mine}
backbones:
  net: {architecture: bn_inception, input_size: 224, batch_size: 1, seconds_per_iteration: 0.5}
noise: {seed: 0, images_per_cluster: 2}
methods:
  mcl: {label: MCL, group: pair, uses: mcl}
  coteaching: {label: Co-teaching, group: classification, uses: coteaching, networks: 2}
  mcl_prism: {label: MCL + PRISM, group: pair, uses: mcl_prism, settings: {noise_rate: nominal, window: 30}}
tables:
  symmetric: {caption: A table, metrics: [map_at_r], rows: [mcl, coteaching], noise: [symmetric-20]}
  filtered: {caption: A table, metrics: [map_at_r], rows: [mcl, mcl_prism], noise: [symmetric-20]}
figures:
  window:
    {kind: sweep, caption: A sweep, metric: map_at_r, noise: smallcluster-25, method: mcl_prism, setting: window,
     values: [1, 30]}
tuning: {held_out: 0.25, noise: [symmetric-20], seed: 0,
         grid: {learning_rate: [0.1]}, grid_with_proxies: {learning_rate: [0.1]}}
"""
HEAD = "s\th:m:s\tmax_rss\tmax_vms\tmax_uss\tmax_pss\tio_in\tio_out\tmean_load\tcpu_time\n"

TRAIN = "logs/main/benchmarks/train/cub"
MCL = f"{TRAIN}/symmetric-20/mcl/seed0.tsv"
COTEACHING = f"{TRAIN}/symmetric-20/coteaching/seed0.tsv"
MCL_PRISM = f"{TRAIN}/symmetric-20/mcl_prism/seed0.tsv"
LONG_WINDOW = f"{TRAIN}/smallcluster-25/mcl_prism/seed0.tsv"
SHORT_WINDOW = f"{TRAIN}/smallcluster-25/mcl_prism@window=1/seed0.tsv"
DOWNLOAD = "logs/data/benchmarks/download/cub.tsv"

Write = Callable[..., None]


@pytest.fixture
def content() -> dict[str, Any]:
    return yaml.safe_load(SMALL)


@pytest.fixture(scope="session")
def small() -> Params:
    return parse(yaml.safe_load(SMALL))


@pytest.fixture(scope="session")
def frozen(small: Params) -> Params:
    return small.model_copy(update={"study": "frozen"})


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a benchmark file as Snakemake does."""

    def write(file: str, seconds: float, cpu: float = 0.0, memory: float = 0.0) -> None:
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{HEAD}{seconds}\t0:00:00\t{memory}\t0\t0\t0\t0\t0\t0\t{cpu}\n")

    return write
