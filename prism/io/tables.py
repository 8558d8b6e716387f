"""Read tables from CSV and Parquet files with pandas: a file that does not fit gives one sentence."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pandas as pd

from prism.errors import PrismError
from prism.io.files import existing

AGAIN = "delete it and make it again"


def read_csv(path: Path, columns: Iterable[str], remedy: str = AGAIN) -> pd.DataFrame:
    """Return a CSV file that has at least these columns."""
    return _read(path, columns, remedy, pd.read_csv)


def read_parquet(path: Path, columns: Iterable[str], remedy: str = AGAIN) -> pd.DataFrame:
    """Return a Parquet file that has at least these columns."""
    return _read(path, columns, remedy, pd.read_parquet)


def _read(path: Path, columns: Iterable[str], remedy: str, read: Callable[[Path], pd.DataFrame]) -> pd.DataFrame:
    existing(path)
    try:
        table = read(path)
    except (ValueError, OSError) as error:  # the errors of pandas and Arrow are ValueErrors
        problem = str(error).splitlines()[0]
        raise PrismError(f"{path} cannot be read as a table ({problem}): {remedy}.") from error
    missing = [column for column in columns if column not in table]
    if missing:
        raise PrismError(f"{path} has no column {', '.join(missing)}: {remedy}.")
    return table
