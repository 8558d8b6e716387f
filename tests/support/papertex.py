"""Read the tables of the paper's LaTeX source, independently of `prism/judge/paper_values.yaml`."""

import os
import re
from pathlib import Path
from typing import NamedTuple

from project import ROOT

PAPER_TEX = Path(os.environ.get("PRISM_PAPER_TEX", ROOT.parent / "shared/facts/paper.tex"))


class Cell(NamedTuple):
    row: str
    column: str
    value: float
    added_percent: float | None


def source() -> str:
    return PAPER_TEX.read_text(encoding="utf-8")


def table_labels() -> list[str]:
    """Return the labels of all tables in the order of the paper, in which LaTeX numbers them."""
    return re.findall(r"\\label\{(tab:\w+)\}", source())


def printed_cells(label: str) -> list[Cell]:
    """Return each number of a table; a head that spans several columns is repeated for each."""
    (table,) = [
        found[0]
        for found in re.finditer(r"\\begin\{table.*?\\end\{table", source(), re.S)
        if f"{{{label}}}" in found[0]
    ]
    body = re.search(r"\\begin\{tabular\}\{.*?\}\s*\\toprule(.*)\\end\{tabular\}", table, re.S)
    assert body, label
    heads: list[str] = []
    cells = []
    for line in body[1].split(r"\\"):
        if "&" not in line:  # a group's heading, or the rule at the end
            continue
        first, *others = spread(line)
        if not any(map(number, others)) or first == "$R$":  # this table has its rates as heads
            above = heads or [""] * len(others)
            heads = [f"{upper} {own}".strip() for upper, own in zip(above, others, strict=True)]
            continue
        for head, text in zip(heads, others, strict=True):
            value = number(text)
            if value:
                cells.append(Cell(first, head, float(value[1]), float(value[2]) if value[2] else None))
    return cells


def spread(line: str) -> list[str]:
    """Return the texts of a line's cells, once for each column that they span."""
    texts = []
    for cell in line.split("&"):
        span = re.search(r"\\multicolumn\{(\d+)\}\{\w+\}(.*)", cell, re.S)
        texts += [plain(span[2])] * int(span[1]) if span else [plain(cell)]
    return texts


def number(text: str) -> re.Match[str] | None:
    return re.fullmatch(r"(\d+\.\d+)(?: \(\+(\d+\.\d+)%\))?", text.replace(",", ""))


def plain(text: str) -> str:
    """Return a text without LaTeX's commands, citations and references."""
    text = re.sub(r",?\s*Eq\.~\\eqref\{[^}]*\}", "", text)
    text = re.sub(r"~?\\cite\{[^}]*\}|\\(top|mid|bottom)rule|\\cmidrule\{[^}]*\}", "", text)
    text = re.sub(r"\\(text(bf|it)|emph)\s*|\\bf\b|(?<!\\)[{}]", "", text).replace(r"\%", "%").replace(r"\"i", "ï")
    return " ".join(text.split())
