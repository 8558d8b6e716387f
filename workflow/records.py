"""Snakemake's records of the files that it made: without a record it sees no change of parameters."""

import sys
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from pathlib import Path

RECORDS = Path(".snakemake/metadata")
TAKES_FILES_AS_THEY_ARE = {"-t", "--touch", "--unlock"}  # options of Snakemake


def refuse_unknown_runs(study: str, files: Iterable[str]) -> None:
    """End the program if runs are there that Snakemake has no record of, unless it is told to take them as they are."""
    if all_unknown(files) and not TAKES_FILES_AS_THEY_ARE & set(sys.argv):
        sys.exit(
            f"prism: Snakemake has no record of the runs in results/{study}, so it cannot tell which are"
            " out of date: run `make adopt-results` if `dvc pull` brought them, or `snakemake --touch --forceall` if"
            " you are sure that params.yaml and the code are those that made them."
        )


def all_unknown(files: Iterable[str]) -> bool:
    """Return whether some of these files are there and Snakemake has a record of none of them."""
    there = [file for file in files if Path(file).exists()]
    return bool(there) and not any((RECORDS / urlsafe_b64encode(file.encode()).decode()).exists() for file in there)
