"""The benchmark files that Snakemake writes when a job ends."""

import csv
from pathlib import Path
from typing import NamedTuple

from prism.errors import PrismError

NOT_SAMPLED = ("NA", "-")  # a job that ended before Snakemake looked at it


class Measured(NamedTuple):
    """The time and memory that a job took."""

    seconds: float
    cpu_seconds: float = 0.0  # of all cores together
    peak_mb: float = 0.0  # of memory


def read_benchmark(path: Path) -> Measured:
    """Return what a job took: the sum over the repetitions of the job, each a row, and the highest memory."""
    try:
        with path.open(newline="", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream, delimiter="\t"))
        seconds, cpu, memory = ([_number(row[key]) for row in rows] for key in ("s", "cpu_time", "max_rss"))
        return Measured(sum(seconds), sum(cpu), max(memory))
    except (KeyError, ValueError, TypeError, OSError, csv.Error) as error:
        raise PrismError(
            f"{path} is not a benchmark file of Snakemake: delete it, and what its job took counts as unknown."
        ) from error


def _number(text: str) -> float:
    return 0.0 if text in NOT_SAMPLED else float(text)
