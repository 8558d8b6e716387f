"""The shipped configuration, and one small enough to count its runs by hand."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from prism.study import Params, parse

ROOT = Path(__file__).parents[3]

SMALL = """
study: main
seeds: [0, 1]
studies:
  main:
    title: The main study
    backbone: net
    training: {iterations: 10, classes_per_batch: 2, images_per_class: 2, embedding_dim: 4, learning_rate: 0.1,
               weight_decay: 0.0, evaluate_every: 5, checkpoint_every: 5}
    tables: {symmetric: [emoji]}
    figures: {window: [emoji], lines: [emoji]}
datasets:
  emoji: {kind: emoji, title: Emoji, size: 16, min_sets: 2, split_seed: 0}
backbones:
  net: {architecture: efficientnet_lite0, input_size: 32, batch_size: 1}
noise: {seed: 0, images_per_cluster: 2}
methods:
  mcl: {label: MCL, group: pair, uses: mcl, settings: {margin: 0.5}}
  mcl_prism: {label: MCL + PRISM, group: pair, uses: mcl_prism, settings: {noise_rate: nominal, window: 30}}
tables:
  symmetric:
    caption: A table
    metrics: [precision_at_1, map_at_r]
    rows: [mcl, mcl_prism]
    noise: [symmetric-10, symmetric-20]
figures:
  window:
    {kind: sweep, caption: A sweep, metric: map_at_r, noise: symmetric-20, method: mcl_prism, setting: window,
     values: [1, 30]}
  lines:
    {kind: iterations, caption: Lines, metric: map_at_r, noise: symmetric-20,
     lines: {plain: mcl, short: mcl_prism@window=1, long: mcl_prism@window=30}}
  sizes: {kind: class_sizes, caption: Sizes.}
  sheet: {kind: examples, caption: A sheet., noise: symmetric-10, method: mcl_prism@window=30, count: 4}
  path: {kind: threshold, caption: A path., noise: symmetric-10, lines: {short: mcl_prism@window=1, long: mcl_prism}}
  spread: {kind: p_clean, caption: A spread., noise: symmetric-10, lines: {long: mcl_prism}}
  rates:
    {kind: noise_rates, caption: Rates., metric: map_at_r, noises: [symmetric], lines: {long: mcl_prism, plain: mcl},
     groups: {best: {short: mcl_prism@window=1}}}
  found: {kind: detection, caption: What is found., noise: symmetric-10, lines: {long: mcl_prism}}
tuning:
  main: {held_out: 0.25, noise: [symmetric-20], seed: 0, grid: {learning_rate: [0.1]},
         grid_with_proxies: {learning_rate: [0.1]}}
"""


@pytest.fixture(scope="session")
def params_file() -> Path:
    return ROOT / "params.yaml"


@pytest.fixture(scope="session")
def schema_file() -> Path:
    return ROOT / "workflow/schemas/params.schema.json"


@pytest.fixture
def content(params_file: Path) -> dict[str, Any]:
    return yaml.safe_load(params_file.read_text(encoding="utf-8"))


@pytest.fixture
def small_content() -> dict[str, Any]:
    return yaml.safe_load(SMALL)


@pytest.fixture(scope="session")
def small() -> Params:
    return parse(yaml.safe_load(SMALL))
