"""Write a table as LaTeX, CSV and HTML."""

from pathlib import Path

import pandas as pd

from prism.io.files import write_text
from prism.render.markup.latex import as_latex
from prism.render.markup.page import as_html
from prism.render.markup.sheet import GROUPS, NOT_RUN, UNDEFINED, Cell, Head, Sheet, anchor

__all__ = ["GROUPS", "NOT_RUN", "UNDEFINED", "Cell", "Head", "Sheet", "anchor", "write_table"]


def write_table(output: Path, sheet: Sheet, cells: pd.DataFrame) -> None:
    """Write `output`.csv with a row a cell, and `output`.tex and .html with the sheet."""
    write_text(output.with_suffix(".csv"), cells.to_csv(index=False))
    write_text(output.with_suffix(".tex"), as_latex(sheet))
    write_text(output.with_suffix(".html"), as_html(sheet))
