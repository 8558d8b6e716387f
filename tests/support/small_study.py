"""A study small enough to count its jobs by hand."""

from typing import Any

import pytest
import yaml

from prism.study import Params, parse
from prism.study.graph import JobKey

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
tuning:
  main: {held_out: 0.25, noise: [symmetric-20], seed: 0, grid: {learning_rate: [0.1]},
         grid_with_proxies: {learning_rate: [0.1]}}
"""


def key(rule: str, **wildcards: str) -> JobKey:
    """Return the key of a job."""
    return JobKey(rule, tuple(wildcards.items()))


def train_key(noise: str, method: str, dataset: str = "cub") -> JobKey:
    """Return the key of a training of the study, all of which have the seed 0."""
    return key("train", dataset=dataset, noise=noise, method=method, seed="0")


DOWNLOAD = key("download", dataset="cub")
PREPARE = key("prepare", dataset="cub")
WEIGHTS = key("weights", architecture="bn_inception")
FEATURES = key("features", dataset="cub")
SYMMETRIC = key("noise", dataset="cub", noise="symmetric-20")
SMALL_CLUSTER = key("noise", dataset="cub", noise="smallcluster-25")
MCL = train_key("symmetric-20", "mcl")
COTEACHING = train_key("symmetric-20", "coteaching")
MCL_PRISM = train_key("symmetric-20", "mcl_prism")
LONG_WINDOW = train_key("smallcluster-25", "mcl_prism")
SHORT_WINDOW = train_key("smallcluster-25", "mcl_prism@window=1")


@pytest.fixture
def content() -> dict[str, Any]:
    return yaml.safe_load(SMALL)


@pytest.fixture(scope="session")
def small() -> Params:
    return parse(yaml.safe_load(SMALL))


@pytest.fixture(scope="session")
def frozen(small: Params) -> Params:
    return small.model_copy(update={"study": "frozen"})
