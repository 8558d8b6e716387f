"""A table of scores: every cell the mean over a method's trainings."""

import math
from pathlib import Path

import pandas as pd
from pandas.io.formats.style import Styler

from prism.files import existing
from prism.params.settings import Model
from prism.render.markup import UNDEFINED, Row, write_table
from prism.render.statistics import interval

NOT_RUN = "not run"


class Column(Model):
    dataset: str
    noise: str
    metric: str
    head: str  # what stands over several columns: data and metric
    label: str


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
    write_table(output, name, cells, _style(cells, spec), spec)


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
                    "cell": str(measured) if measured else UNDEFINED if undefined else NOT_RUN,
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
    best = pd.DataFrame((means == means.max()).to_numpy(), index=text.index, columns=text.columns)
    bold = best.map(lambda is_best: "font-weight: bold" if is_best else "")
    return text.style.apply(lambda _: bold, axis=None)
