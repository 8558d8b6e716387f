"""Look at the jobs of SLURM, wait for them, and cancel them."""

import re
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")


@dataclass(frozen=True)
class Job:
    number: int
    state: str
    comment: str  # rule and wildcards
    gpus: int
    folder: str

    def trains(self, method: str) -> bool:
        return self.comment.endswith(f"_{method}_0")  # the comment ends with the method and the seed


def jobs(project: Path) -> list[Job]:
    """Return all jobs that were started in the project, finished ones included."""
    shown = subprocess.run(
        ["scontrol", "--oneliner", "show", "jobs"], capture_output=True, text=True, check=True, timeout=30
    ).stdout
    found = []
    for line in shown.splitlines():
        fields = dict(re.findall(r"(\S+?)=(\S*)", line))
        if fields.get("WorkDir") == str(project):
            gpus = re.search(r"gpu:(\d+)", fields.get("TresPerJob", ""))
            found.append(
                Job(
                    int(fields["JobId"]),
                    fields["JobState"],
                    fields["Comment"],
                    int(gpus[1]) if gpus else 0,
                    fields["WorkDir"],
                )
            )
    return found


def wait_for(what: Callable[[], Found | None], seconds: int = 240) -> Found:
    """Call `what` until its result is neither None nor false, and return that result."""
    for _ in range(seconds * 10):
        if result := what():
            return result
        time.sleep(0.1)
    raise TimeoutError(f"nothing came of {what}")


def scancel(job: Job, *options: str) -> None:
    subprocess.run(["scancel", *options, str(job.number)], check=True, timeout=30)


def training_process(run: Path) -> int | None:
    """Return the process that trains into the folder of a run, or None."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().decode().split("\0")
            if "train" in words and "--output" in words:
                output = (folder / "cwd").resolve() / words[words.index("--output") + 1]
                if output == run:
                    return int(folder.name)
        except (OSError, UnicodeDecodeError):
            continue
    return None
