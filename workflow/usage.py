"""Measure what an execution of Snakemake takes: its benchmark files miss what a job does after the last sample."""

import json
import time
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage


def _cpu_seconds() -> float:
    """Return the CPU seconds of this process and of those that it has waited for."""
    used = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


_BEGAN, _CPU_BEFORE = time.time(), _cpu_seconds()  # before the workflow is read, so before all jobs


def note_usage(path: Path) -> None:
    """Add a line to `path`: when this execution began and ended, and the CPU time of it and of the jobs that it ran."""
    record = {"began": _BEGAN, "ended": time.time(), "cpu_seconds": _cpu_seconds() - _CPU_BEFORE}
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(record) + "\n")
