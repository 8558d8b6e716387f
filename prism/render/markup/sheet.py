"""A table in rows and columns, before it is written as LaTeX or HTML."""

import re
from dataclasses import dataclass, field

from prism.judge.paper import PaperTable
from prism.judge.verdict import Verdict
from prism.study.specs import Row

BEYOND = "Beyond the paper"
GROUPS = {
    "classification": "Algorithms for image classification under label noise",
    "proxy": "DML with proxy-based losses",
    "pair": "DML with pair-based losses",
    "beyond": BEYOND,
}
UNDEFINED = "–"  # an empty cell; the table's note says why it is empty
NOT_RUN = "not run"


@dataclass(frozen=True)
class Cell:
    """Our value, and beside it: the one at the best iteration on test, the paper's, and ours less the paper's."""

    ours: str
    bold: bool = False
    best: str | None = None
    paper: str | None = None
    difference: str | None = None
    verdict: Verdict | None = None
    runs: str | None = None  # the report's anchor of the runs that the value is the mean of
    about: str = ""  # the tooltip


@dataclass(frozen=True)
class Head:
    """The head of a column."""

    over: str  # the text over several columns
    label: str
    part: str = ""  # a table that is too wide for a page is split by it


@dataclass(frozen=True)
class Sheet:
    """A table with its caption and notes."""

    name: str
    caption: str
    rows: list[Row]
    columns: list[Head]
    cells: list[list[Cell]]  # rows by columns
    notes: list[str] = field(default_factory=list)
    paper: PaperTable | None = None  # the paper's own table, to be shown as a whole

    def groups(self) -> list[tuple[str, list[tuple[Row, list[Cell]]]]]:
        """Return the rows under the heading of their group; a heading is repeated where its rows are apart."""
        found: list[tuple[str, list[tuple[Row, list[Cell]]]]] = []
        for row, cells in zip(self.rows, self.cells, strict=True):
            heading = GROUPS[row.group]
            if not found or found[-1][0] != heading:
                found.append((heading, []))
            found[-1][1].append((row, cells))
        return found


def spans(columns: list[Head]) -> list[tuple[str, int]]:
    """Return the text over neighbouring columns, and the number of these columns."""
    found: list[tuple[str, int]] = []
    for head in columns:
        if found and found[-1][0] == head.over:
            found[-1] = (head.over, found[-1][1] + 1)
        else:
            found.append((head.over, 1))
    return found


def anchor(*parts: str) -> str:
    """Return an HTML id that needs no quoting in a link."""
    return re.sub(r"[^a-zA-Z0-9]+", "-", "-".join(parts))
