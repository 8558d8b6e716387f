"""A table as it is read, whatever it is written in."""

import re
from dataclasses import dataclass, field

from prism.judge.paper import PaperTable
from prism.judge.verdict import Verdict
from prism.study.specs import Row

GROUPS = {
    "classification": "Algorithms for image classification under label noise",
    "proxy": "DML with proxy-based losses",
    "pair": "DML with pair-based losses",
}
UNDEFINED = "–"  # the table's note says why
NOT_RUN = "not run"


@dataclass(frozen=True)
class Cell:
    """Ours, and what there is beside it: at the iteration that was best on test, the paper's, ours less the paper's."""

    ours: str
    bold: bool = False
    best: str | None = None
    paper: str | None = None
    difference: str | None = None
    verdict: Verdict | None = None
    runs: str | None = None  # where the report has the runs that it is the mean of
    about: str = ""


@dataclass(frozen=True)
class Head:
    over: str  # what stands over several columns
    label: str
    part: str = ""  # a table that is too wide for a page is cut into its parts


@dataclass(frozen=True)
class Sheet:
    name: str
    caption: str
    rows: list[Row]
    columns: list[Head]
    cells: list[list[Cell]]  # rows by columns
    notes: list[str] = field(default_factory=list)
    paper: PaperTable | None = None  # the paper's own, whole

    def groups(self) -> list[tuple[str, list[tuple[Row, list[Cell]]]]]:
        """The rows under the heading of their group; a heading comes again where its rows are apart."""
        found: list[tuple[str, list[tuple[Row, list[Cell]]]]] = []
        for row, cells in zip(self.rows, self.cells, strict=True):
            heading = GROUPS[row.group]
            if not found or found[-1][0] != heading:
                found.append((heading, []))
            found[-1][1].append((row, cells))
        return found


def spans(columns: list[Head]) -> list[tuple[str, int]]:
    """What stands over neighbouring columns, and over how many."""
    found: list[tuple[str, int]] = []
    for head in columns:
        if found and found[-1][0] == head.over:
            found[-1] = (head.over, found[-1][1] + 1)
        else:
            found.append((head.over, 1))
    return found


def anchor(*parts: str) -> str:
    """An HTML id that needs no quoting in a link."""
    return re.sub(r"[^a-zA-Z0-9]+", "-", "-".join(parts))
