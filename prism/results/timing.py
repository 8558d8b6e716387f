"""The record of a measurement of training time."""

from pathlib import Path

from prism.io.records import read_record
from prism.io.strict_model import StrictModel
from prism.results.provenance import Provenance
from prism.results.settings import RecordedTiming


class TimeQuartiles(StrictModel):
    """Seconds: the middle of the blocks, which a few disturbed ones do not move."""

    median: float
    lower_quartile: float
    upper_quartile: float


class BlockTimes(TimeQuartiles):
    blocks: list[float]  # the mean seconds of an iteration in each block


class MethodTimes(StrictModel):
    seconds_per_iteration: BlockTimes
    seconds_per_5000_iterations: TimeQuartiles  # how the paper counts


class TimingRecord(Provenance):
    """The content of timing/TABLE/DATASET.json."""

    settings: RecordedTiming
    classes: int
    samples: int
    methods: dict[str, MethodTimes]


def read_timing(path: Path) -> TimingRecord:
    """Return what `prism time` measured on one dataset."""
    return read_record(path, TimingRecord)
