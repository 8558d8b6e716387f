"""A table as LaTeX, CSV and HTML."""

import html
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import pandas as pd
from pandas.io.formats.style import Styler
from pydantic import Field

from prism.files import write_text
from prism.params.settings import Model

GROUPS = {
    "classification": "Algorithms for image classification under label noise",
    "proxy": "DML with proxy-based losses",
    "pair": "DML with pair-based losses",
}
UNDEFINED = "–"  # the table's note says why
IN_LATEX = {"±": r"$\pm$", "×": r"$\times$", "–": "--"}


class Row(Model):
    method: str
    label: str
    group: str
    undefined: dict[str, str] = Field(default={}, description="noise: why the method is not run under it")


class Sheet(Protocol):
    """What is around the cells of a table."""

    @property
    def caption(self) -> str: ...
    @property
    def rows(self) -> Sequence[Row]: ...
    @property
    def columns(self) -> Sequence[Any]: ...
    @property
    def notes(self) -> list[str]: ...


def write_table(output: Path, name: str, cells: pd.DataFrame, styler: Styler, sheet: Sheet) -> None:
    """Write `output`.csv with the cells one by one, and `output`.tex and .html with them in their places."""
    write_text(output.with_suffix(".csv"), cells.to_csv(index=False))
    write_text(output.with_suffix(".tex"), _latex(styler, name, sheet))
    write_text(output.with_suffix(".html"), _html(styler, name, sheet))


def _latex(styler: Styler, name: str, sheet: Sheet) -> str:
    styler = styler.format(escape="latex").format_index(escape="latex").format_index(escape="latex", axis=1)
    latex = styler.to_latex(
        hrules=True,
        convert_css=True,
        column_format="@{}l" + "r" * len(sheet.columns) + "@{}",
        multicol_align="c",
        position="t",
        position_float="centering",
        caption=_escaped(sheet.caption),
        label=f"tab:{name}",
    )
    for character, command in IN_LATEX.items():
        latex = latex.replace(character, command)
    notes = " ".join(map(_escaped, sheet.notes))
    if notes:
        latex = latex.replace("\\end{tabular}\n", f"\\end{{tabular}}\n\\par\\smallskip\\footnotesize {notes}\n")
    # A rule and a heading before each group of methods, as in the paper.
    body = latex.index("\\midrule\n") + len("\\midrule\n")
    head, lines = latex[:body], latex[body:].splitlines(keepends=True)
    width = len(sheet.columns) + 1
    for position, row in reversed(list(enumerate(sheet.rows))):
        if position == 0 or row.group != sheet.rows[position - 1].group:
            heading = f"\\multicolumn{{{width}}}{{@{{}}l}}{{\\textit{{{GROUPS[row.group]}}}}} \\\\\n"
            lines.insert(position, ("\\midrule\n" if position else "") + heading)
    return head + "".join(lines)


def _html(styler: Styler, name: str, sheet: Sheet) -> str:
    styler = styler.format(escape="html").format_index(escape="html").format_index(escape="html", axis=1)
    table = styler.to_html(
        table_uuid=name, caption=html.escape(sheet.caption), table_attributes='class="results"', doctype_html=False
    )
    return table + "".join(f'<p class="note">– {html.escape(note)}</p>\n' for note in sheet.notes)


def _escaped(text: str) -> str:
    return re.sub(r"([%&_#${}])", r"\\\1", text)
