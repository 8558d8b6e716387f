"""Tables of an audit as CSV files that a spreadsheet can open: no name becomes a formula, and every name comes back.

A cell that a spreadsheet would compute begins with `=`, `+`, `-` or `@` (or a wide form of them), a tab or a new line.
Such a cell gets an apostrophe in front. So does a cell that has apostrophes in front of one of these: otherwise nobody
could tell whether its first apostrophe was in the name. Every other cell stays as it is.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd

from prism.errors import PrismError
from prism.io.files import atomic, existing

FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
ESCAPED = re.compile(r"'+[=+\-@\t\r\n＝＋－＠]")
# A file's name need not be UTF-8 on Linux. Python then keeps its bytes in surrogates, which this writes as those bytes.
BYTES = "surrogateescape"


def spreadsheet_safe(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula; `from_spreadsheet` gives the text back."""
    return f"'{text}" if FORMULA.match(text) else text


def from_spreadsheet(text: str) -> str:
    """Return a text without the apostrophe that `spreadsheet_safe` put in front of it."""
    return text[1:] if ESCAPED.match(text) else text


def write_csv(path: Path, table: pd.DataFrame) -> None:
    """Write a table without its index; texts are quoted and safe in a spreadsheet, missing values are empty."""
    rows = table.itertuples(index=False, name=None)
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", errors=BYTES, newline="") as stream:
        # Quotes around every text keep a spreadsheet that separates by semicolons from starting a cell within it.
        writer = csv.writer(stream, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
        writer.writerow(table.columns)
        writer.writerows([_cell(value) for value in row] for row in rows)


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return spreadsheet_safe(value)
    return "" if pd.isna(value) else value


def read_csv(path: Path, columns: Iterable[str]) -> pd.DataFrame:
    """Return a CSV file that has at least these columns, every cell as the text that it was before it was made safe."""
    with existing(path).open(encoding="utf-8-sig", errors=BYTES, newline="") as stream:
        try:
            rows = list(_lines(stream))
        except csv.Error as error:
            raise PrismError(f"{path} cannot be read as a table ({error}): export it again.") from error
    header = rows[0] if rows else []
    missing = [column for column in columns if column not in header]
    if missing:
        raise PrismError(f"{path} has no column {', '.join(missing)}: it needs {', '.join(columns)}, by commas.")
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(header):
            raise PrismError(
                f"{path} has {len(row)} cells in row {number} and {len(header)} in its head: mend the row."
            )
    return pd.DataFrame(rows[1:], columns=pd.Index(header), dtype=object)


def _lines(stream: Iterable[str]) -> Iterator[list[str]]:
    """Yield the rows of a CSV file that are not empty."""
    for row in csv.reader(stream, strict=True):
        if row:
            yield [from_spreadsheet(cell) for cell in row]
