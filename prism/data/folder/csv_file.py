"""Read a CSV file that people wrote."""

from pathlib import Path

import pandas as pd

from prism.errors import PrismError


def read_text_table(path: Path) -> pd.DataFrame:
    """Return a CSV file in UTF-8, with or without a byte order mark, all of whose values are texts."""
    if not path.is_file():
        raise PrismError(f"{path} is not a file: give a CSV with the columns path and label as labels.")
    try:
        table = pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    except ValueError as error:  # errors of pandas and of decoding are ValueErrors
        raise PrismError(
            f"{path} is not a CSV file ({str(error).splitlines()[0]}): save it as one, in UTF-8."
        ) from error
    if not isinstance(table.index, pd.RangeIndex):  # pandas takes the first values for names of the rows
        raise PrismError(f"{path} is not a CSV file (its lines have more values than its first line): mend the first.")
    return table
