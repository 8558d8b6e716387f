"""Measured training times in the form in which claims are tested on them."""

from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from prism.judge.paper import SECONDS
from prism.results.timing import read_timing

KEYS = ["dataset", "noise", "method", "seed"]


def timed_blocks(measured: Iterable[Path]) -> pd.DataFrame:
    """Return a row for each block of the files that `prism time` wrote, as if each turn of its methods were a seed.

    A method that several tables time counts once.
    """
    blocks = [
        (run.dataset, run.noise, run.method, turn, 1000 * seconds)
        for record in map(read_timing, measured)
        for run in record.settings.runs
        for turn, seconds in enumerate(record.methods[run.method].seconds_per_iteration.blocks)
    ]
    return pd.DataFrame(blocks, columns=[*KEYS, SECONDS]).drop_duplicates(KEYS, ignore_index=True)
