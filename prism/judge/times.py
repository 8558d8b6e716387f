"""Measured training times, as the paper's claims are tested on them."""

from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from prism.io.files import read_json
from prism.judge.paper import SECONDS

KEYS = ["dataset", "noise", "method", "seed"]


def timed_blocks(measured: Iterable[Path]) -> pd.DataFrame:
    """What `prism time` wrote, as if each turn of its methods were a seed: a row a block.

    What several tables time counts once.
    """
    blocks = [
        (run["dataset"], run["noise"], run["method"], turn, 1000 * seconds)
        for content in map(read_json, measured)
        for run in content["settings"]["runs"]
        for turn, seconds in enumerate(content["methods"][run["method"]]["seconds_per_iteration"]["blocks"])
    ]
    return pd.DataFrame(blocks, columns=[*KEYS, SECONDS]).drop_duplicates(KEYS, ignore_index=True)
