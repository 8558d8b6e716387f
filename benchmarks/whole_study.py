"""The whole study `mini`, where it has been run here, from the benchmark files that Snakemake left."""

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.line import Line, Target
from prism.plan.measured import read_benchmark

REPORT, BENCHMARKS = Path("results/mini/report.html"), Path("logs/mini/benchmarks")
CORES = 2  # of the targets
PAUSE = 300  # seconds without a job, after which the study was not made in one go


def measure() -> Iterator[Line]:
    files = list(BENCHMARKS.rglob("*.tsv")) if REPORT.exists() else []
    jobs = [read_benchmark(file) for file in files]
    ends = [file.stat().st_mtime for file in files]
    begins = [end - job.seconds for end, job in zip(ends, jobs, strict=True)]
    if not files or _paused(sorted(zip(begins, ends, strict=True))):
        print("whole_study: not run here, or not in one go. `make clean && make` runs it.", file=sys.stderr)
        return
    wall = max(ends) - min(begins)
    # At least, because Snakemake looks at a job now and then, and misses what it does after the last look.
    busy = sum(job.cpu_seconds for job in jobs) / (CORES * wall)
    size = f"mini: {len(files)} jobs, from features to report"
    yield Line("Whole study", size, wall / 60, None, "min", Target("ours", "<=", 20), CORES)
    yield Line("CPU busy in the whole study, at least", size, 100 * busy, None, "%", Target("ours", ">=", 85), CORES)


def _paused(jobs: list[tuple[float, float]]) -> bool:
    """Whether there is a pause between jobs, given by begin and end and sorted by begin."""
    last = jobs[0][1]
    for begin, end in jobs:
        if begin - last > PAUSE:
            return True
        last = max(last, end)
    return False
