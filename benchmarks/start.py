"""The time that a job takes before it imports torch: that of `prism train --help`."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial

from benchmarks.line import Line, Target
from benchmarks.timing import interleaved

HELP = [sys.executable, "-m", "prism", "train", "--help"]
TORCH = [sys.executable, "-c", "import torch"]


def measure() -> Iterator[Line]:
    ours, torch = interleaved(partial(_run, HELP), partial(_run, TORCH), repeats=3)
    yield Line(
        "Start of a job, and import of torch", "prism train --help", ours, torch, "s", Target("ours", "<=", 1), 1
    )


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
