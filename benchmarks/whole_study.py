"""The time of the whole study `mini`, from the files that Snakemake left, if it was run here in one go."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.line import Line, Target
from prism.study.plan.measured import read_benchmark

REPORT, LOGS = Path("results/mini/report.html"), Path("logs/mini")
CORES = 2  # the targets are for so many
PAUSE = 300  # seconds: after a longer time without a job, the study was not run in one go


def measure() -> Iterator[Line]:
    files = list((LOGS / "benchmarks").rglob("*.tsv")) if REPORT.exists() else []
    jobs = [read_benchmark(file) for file in files]
    ends = [file.stat().st_mtime for file in files]
    begins = [end - job.seconds for end, job in zip(ends, jobs, strict=True)]
    if not files or _paused(sorted(zip(begins, ends, strict=True))):
        print("whole_study: not run here, or not in one go. `make clean && make` runs it.", file=sys.stderr)
        return
    whole = _whole_command(min(begins), max(ends))
    if whole is None:
        print(
            "whole_study: several commands of Snakemake ran it. `make clean && make` runs it in one.", file=sys.stderr
        )
        return
    wall = whole["ended"] - whole["began"]
    size = f"mini: {len(files)} jobs and its data, from download to report"
    yield Line("Whole study", size, wall / 60, None, "min", Target("ours", "<=", 30), CORES)
    busy = whole["cpu_seconds"] / (CORES * wall)
    yield Line("CPU busy in the whole study", size, 100 * busy, None, "%", Target("ours", ">=", 90), CORES)


def _whole_command(first: float, last: float) -> dict[str, float] | None:
    """Return begin, end and CPU time of the execution of Snakemake that ran all jobs; None if several did."""
    usage = LOGS / "usage.jsonl"
    lines = usage.read_text(encoding="utf-8").splitlines() if usage.exists() else []
    commands: list[dict[str, float]] = [json.loads(line) for line in lines]
    return next((one for one in commands if one["began"] <= first and last <= one["ended"]), None)


def _paused(jobs: list[tuple[float, float]]) -> bool:
    """Return whether there is a pause between jobs, which are given by begin and end and sorted by begin."""
    last = jobs[0][1]
    for begin, end in jobs:
        if begin - last > PAUSE:
            return True
        last = max(last, end)
    return False
