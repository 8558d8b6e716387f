"""The whole study `mini`, where it has been run here in one go, from what Snakemake left."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.line import Line, Target
from prism.study.plan.measured import read_benchmark

REPORT, LOGS = Path("results/mini/report.html"), Path("logs/mini")
CORES = 2  # of the targets
PAUSE = 300  # seconds without a job, after which the study was not made in one go


def measure() -> Iterator[Line]:
    files = list((LOGS / "benchmarks").rglob("*.tsv")) if REPORT.exists() else []
    jobs = [read_benchmark(file) for file in files]
    ends = [file.stat().st_mtime for file in files]
    begins = [end - job.seconds for end, job in zip(ends, jobs, strict=True)]
    if not files or _paused(sorted(zip(begins, ends, strict=True))):
        print("whole_study: not run here, or not in one go. `make clean && make` runs it.", file=sys.stderr)
        return
    wall = max(ends) - min(begins)
    size = f"mini: {len(files)} jobs, from features to report"
    yield Line("Whole study", size, wall / 60, None, "min", Target("ours", "<=", 20), CORES)
    for busy in _busy(min(begins), max(ends)):
        yield Line("CPU busy in the whole study", size, 100 * busy, None, "%", Target("ours", ">=", 85), CORES)


def _busy(first: float, last: float) -> Iterator[float]:
    """The share of its time that the command that ran all jobs, from the first to the last, kept all cores busy."""
    usage = LOGS / "usage.jsonl"
    for line in usage.read_text(encoding="utf-8").splitlines() if usage.exists() else []:
        command = json.loads(line)
        if command["began"] <= first and last <= command["ended"]:
            yield command["cpu_seconds"] / (CORES * (command["ended"] - command["began"]))


def _paused(jobs: list[tuple[float, float]]) -> bool:
    """Whether there is a pause between jobs, given by begin and end and sorted by begin."""
    last = jobs[0][1]
    for begin, end in jobs:
        if begin - last > PAUSE:
            return True
        last = max(last, end)
    return False
