"""A table of the study as LaTeX, CSV and HTML, all from one frame of cells."""

import html
import math
import re
from pathlib import Path
from typing import Literal

import numpy as np
import pandas as pd
from pandas.io.formats.style import Styler
from pydantic import Field

from prism.files import existing, write_text
from prism.params.settings import Model
from prism.render.statistics import interval

GROUPS = {
    "classification": "Algorithms for image classification under label noise",
    "proxy": "DML with proxy-based losses",
    "pair": "DML with pair-based losses",
}
NOT_RUN = "not run"
UNDEFINED = "–"  # the table's note says why


class Row(Model):
    method: str
    label: str
    group: str
    undefined: dict[str, str] = Field(default={}, description="noise: why the method is not run under it")


class Column(Model):
    dataset: str
    noise: str
    metric: str
    head: str  # what stands over several columns: data and metric
    label: str

    @property
    def unit(self) -> Literal["percent", "seconds"]:
        return "seconds" if self.metric == "seconds_per_1000_iterations" else "percent"


class TableSpec(Model):
    caption: str
    rows: list[Row]
    columns: list[Column]

    @property
    def notes(self) -> list[str]:
        """Why cells are empty on purpose, once for each method and reason."""
        reasons = [f"{row.label}: {why}." for row in self.rows for why in row.undefined.values()]
        return list(dict.fromkeys(reasons))


def render_table(name: str, spec: TableSpec, metrics_path: Path, output: Path) -> None:
    """Write `output`.tex, .csv and .html."""
    metrics = pd.read_csv(existing(metrics_path))
    cells = table_cells(spec, metrics)
    write_text(output.with_suffix(".csv"), cells.to_csv(index=False))
    styler = _style(cells, spec)
    write_text(output.with_suffix(".tex"), _latex(styler, name, spec))
    write_text(output.with_suffix(".html"), _html(styler, name, spec))


def table_cells(spec: TableSpec, metrics: pd.DataFrame) -> pd.DataFrame:
    """One row a cell: what was measured over how many seeds, and how it is printed."""
    cells = []
    for row in spec.rows:
        for column in spec.columns:
            runs = metrics[
                (metrics["method"] == row.method)
                & (metrics["dataset"] == column.dataset)
                & (metrics["noise"] == column.noise)
            ]
            measured = interval(runs[column.metric]) if len(runs) else None
            undefined = row.undefined.get(column.noise)
            cells.append(
                {
                    "method": row.method,
                    "dataset": column.dataset,
                    "noise": column.noise,
                    "metric": column.metric,
                    "mean": measured.mean if measured else math.nan,
                    "interval_95": measured.half_width if measured else math.nan,
                    "seeds": len(runs),
                    "seconds_per_1000_iterations": runs["seconds_per_1000_iterations"].median() if len(runs) else None,
                    "cell": measured.written(column.unit) if measured else UNDEFINED if undefined else NOT_RUN,
                    "note": undefined,
                }
            )
    return pd.DataFrame(cells)


def _style(cells: pd.DataFrame, spec: TableSpec) -> Styler:
    """Methods by columns, the best of each column in bold."""
    keys = [(c.dataset, c.noise, c.metric) for c in spec.columns]
    index = ["dataset", "noise", "metric"]
    text = cells.pivot(index="method", columns=index, values="cell").reindex(index=[r.method for r in spec.rows])[keys]
    means = cells.pivot(index="method", columns=index, values="mean").reindex_like(text)
    text.index = pd.Index([row.label for row in spec.rows])
    text.columns = pd.MultiIndex.from_tuples([(c.head, c.label) for c in spec.columns])
    best = [
        means.iloc[:, i] == (means.iloc[:, i].min() if column.unit == "seconds" else means.iloc[:, i].max())
        for i, column in enumerate(spec.columns)
    ]
    bold = pd.DataFrame(np.stack(best, axis=1), index=text.index, columns=text.columns)
    bold = bold.map(lambda is_best: "font-weight: bold" if is_best else "")
    return text.style.apply(lambda _: bold, axis=None)


def _latex(styler: Styler, name: str, spec: TableSpec) -> str:
    styler = styler.format(escape="latex").format_index(escape="latex").format_index(escape="latex", axis=1)
    latex = styler.to_latex(
        hrules=True,
        convert_css=True,
        column_format="@{}l" + "r" * len(spec.columns) + "@{}",
        multicol_align="c",
        position="t",
        position_float="centering",
        caption=_escaped(spec.caption),
        label=f"tab:{name}",
    ).replace("±", r"$\pm$")
    latex = latex.replace(f"& {UNDEFINED} ", "& -- ")
    notes = " ".join(map(_escaped, spec.notes))
    if notes:
        latex = latex.replace("\\end{tabular}\n", f"\\end{{tabular}}\n\\par\\smallskip\\footnotesize {notes}\n")
    # A rule and a heading before each group of methods, as in the paper.
    body = latex.index("\\midrule\n") + len("\\midrule\n")
    head, lines = latex[:body], latex[body:].splitlines(keepends=True)
    width = len(spec.columns) + 1
    for position, row in reversed(list(enumerate(spec.rows))):
        if position == 0 or row.group != spec.rows[position - 1].group:
            heading = f"\\multicolumn{{{width}}}{{@{{}}l}}{{\\textit{{{GROUPS[row.group]}}}}} \\\\\n"
            lines.insert(position, ("\\midrule\n" if position else "") + heading)
    return head + "".join(lines)


def _html(styler: Styler, name: str, spec: TableSpec) -> str:
    styler = styler.format(escape="html").format_index(escape="html").format_index(escape="html", axis=1)
    table = styler.to_html(
        table_uuid=name, caption=html.escape(spec.caption), table_attributes='class="results"', doctype_html=False
    )
    return table + "".join(f'<p class="note">– {html.escape(note)}</p>\n' for note in spec.notes)


def _escaped(text: str) -> str:
    return re.sub(r"([%&_#${}])", r"\\\1", text)
