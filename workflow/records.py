"""What Snakemake remembers of the files that it made: where it remembers nothing, it sees no change of parameters."""

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from pathlib import Path

RECORDS = Path(".snakemake/metadata")


def all_unknown(files: Iterable[str]) -> bool:
    """Whether some of these files are there, and Snakemake has a record of none of them: they came from elsewhere."""
    there = [file for file in files if Path(file).exists()]
    return bool(there) and not any((RECORDS / urlsafe_b64encode(file.encode()).decode()).exists() for file in there)
