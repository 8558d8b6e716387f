"""The time of `snakemake -n` for the study `paper`, in which Snakemake examines every run."""

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.line import Line, Target
from benchmarks.timing import seconds
from prism.study import load
from prism.study.read import with_study
from prism.study.runs import study_runs

COMMAND = [sys.executable, "-m", "snakemake", "--dry-run", "--config", "study=paper"]


def measure() -> Iterator[Line]:
    runs = len(study_runs(with_study(load(), "paper")))
    best = min(seconds(_plan) for _ in range(3))
    yield Line("snakemake -n", f"paper: {runs:,} trainings", best, None, "s", Target("ours", "<=", 10), 1)


def _plan() -> None:
    subprocess.run(COMMAND, check=True, capture_output=True)
