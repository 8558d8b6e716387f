"""The log of a training: one entry an evaluation, one line of JSON an entry."""

import json
from collections.abc import Iterable
from pathlib import Path

from prism.errors import PrismError
from prism.io.files import existing, write_text

# The iteration, the scores of the test classes, and averages over the steps since the entry before.
LogEntry = dict[str, int | float]


def write_log(path: Path, entries: Iterable[LogEntry]) -> None:
    """Write one line of JSON for each entry."""
    write_text(path, "".join(json.dumps(entry) + "\n" for entry in entries))


def read_log(path: Path) -> list[LogEntry]:
    """Return the entries of a log, oldest first."""
    lines = existing(path).read_text(encoding="utf-8").splitlines()
    try:
        return [json.loads(line) for line in lines]
    except json.JSONDecodeError as error:
        raise PrismError(f"{path} is not a training log ({error}): delete the run's folder and train again.") from error
