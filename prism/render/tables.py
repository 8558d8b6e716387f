"""Render a table of scores: each cell is the mean over a method's seeds, beside the paper's value."""

import math
from pathlib import Path
from typing import Any

import pandas as pd

from prism.judge.paper import Paper, load_paper
from prism.judge.verdict import judge
from prism.metrics.registry import metric_label
from prism.metrics.statistics import interval
from prism.noise.name import name_of_draw, parse_noise
from prism.render.markup import NOT_RUN, UNDEFINED, Cell, Head, Sheet, anchor, write_table
from prism.results.collect import read_metrics_table
from prism.study.specs import Column, Row, TableSpec


def render_table(name: str, spec: TableSpec, metrics_path: Path, paper_path: Path | None, output: Path) -> None:
    """Write `output`.tex, .csv and .html."""
    metrics, paper = read_metrics_table(metrics_path), load_paper(paper_path)
    cells = table_cells(name, spec, metrics, paper)
    write_table(output, table_sheet(name, spec, cells, paper), cells)


def table_cells(name: str, spec: TableSpec, metrics: pd.DataFrame, paper: Paper) -> pd.DataFrame:
    """Return one row a cell: the measured value and its seeds, the paper's value, and the printed text."""
    return pd.DataFrame([_cell(name, row, column, metrics, paper) for row in spec.rows for column in spec.columns])


def _cell(name: str, row: Row, column: Column, metrics: pd.DataFrame, paper: Paper) -> dict[str, Any]:
    runs = metrics[
        (metrics["method"] == row.method) & (metrics["dataset"] == column.dataset) & (metrics["noise"] == column.noise)
    ]
    measured = interval(runs[column.metric]) if len(runs) else None
    undefined = row.undefined.get(column.noise)
    beside = judge(paper, metrics, name, row.method, column.dataset, column.noise, column.metric)
    return {
        "method": row.method,
        "dataset": column.dataset,
        "noise": column.noise,
        "metric": column.metric,
        "mean": measured.mean if measured else math.nan,
        "interval_95": measured.half_width if measured else math.nan,
        "seeds": len(runs),
        "best_on_test": runs[f"best_{column.metric}"].mean() if len(runs) else math.nan,
        "paper_percent": beside.paper if beside else None,
        "difference_points": beside.difference if beside else None,
        "verdict": beside.verdict if beside else None,
        "seconds_per_1000_iterations": runs["seconds_per_1000_iterations"].median() if len(runs) else None,
        "cell": str(measured) if measured else UNDEFINED if undefined else NOT_RUN,
        "note": undefined,
    }


def table_sheet(name: str, spec: TableSpec, cells: pd.DataFrame, paper: Paper) -> Sheet:
    """Arrange the cells in rows and columns, the best of each column and group of the paper in bold."""
    groups = cells["method"].map({row.method: row.group for row in spec.rows})
    best = cells.groupby([groups, "dataset", "noise", "metric"])["mean"].transform("max")
    shown = cells.assign(bold=(cells["mean"] == best) & (groups != "beyond"))
    printed = [_printed_cell(cell) for _, cell in shown.iterrows()]
    width = len(spec.columns)
    return Sheet(
        name=name,
        caption=f"{spec.caption} {_how_measured(spec, cells)}",
        rows=spec.rows,
        columns=[Head(column.head, column.label, metric_label(column.metric)) for column in spec.columns],
        cells=[printed[start : start + width] for start in range(0, len(printed), width)],
        notes=_notes(spec),
        paper=paper.tables.get(name),
    )


def _which_labels(spec: TableSpec) -> str:
    """Say whether the intervals include the draw of the wrong labels; nothing where no label was made wrong."""
    if not any(parse_noise(column.noise).model.has_rate for column in spec.columns):
        return ""
    if spec.noise_per_seed and any(name_of_draw(column.noise, 0) for column in spec.columns):
        return " Each seed drew its own wrong labels, so the interval includes their draw."
    return " All seeds have the same wrong labels, so the interval does not include their draw."


def _notes(spec: TableSpec) -> list[str]:
    """Say why cells are empty on purpose, once for each method and reason."""
    reasons = [f"{UNDEFINED} {row.label}: {why}." for row in spec.rows for why in row.undefined.values()]
    return list(dict.fromkeys(reasons))


def _printed_cell(cell: "pd.Series[Any]") -> Cell:
    ran, compared = cell["seeds"] > 0, pd.notna(cell["difference_points"])
    return Cell(
        ours=cell["cell"],
        bold=cell["bold"],
        best=f"{100 * cell['best_on_test']:.1f}" if ran else None,
        paper=f"{cell['paper_percent']:.2f}" if pd.notna(cell["paper_percent"]) else None,
        difference=f"{cell['difference_points']:+.1f}" if compared else None,
        verdict=cell["verdict"] if pd.notna(cell["verdict"]) else None,
        runs=anchor("runs", cell["dataset"], cell["noise"], cell["method"]) if ran else None,
        about=f"{cell['seeds']} seed{'s' if cell['seeds'] > 1 else ''}" if ran else "",
    )


def _how_measured(spec: TableSpec, cells: pd.DataFrame) -> str:
    """Return the part of the caption that depends on the cells."""
    seeds = sorted(set(cells["seeds"]) - {0})
    if not seeds:
        return "Nothing of it was run."
    if seeds == [1]:
        shown = "One seed, at the last iteration."
    else:
        over = str(seeds[0]) if len(seeds) == 1 else f"{seeds[0]} to {seeds[-1]}"
        shown = f"Mean and 95 % interval over {over} seeds, at the last iteration.{_which_labels(spec)}"
    how = f"{shown} The best of each group is in bold."
    if cells["paper_percent"].notna().any():
        how += (
            " In italics the paper's value, ours less the paper's in points, and whether it is reproduced (=: it is"
            " within a point, or as close as one more of our runs would be), in its trend alone (∼: the same order"
            " against its baseline), not at all (≠), or our runs are too far apart to tell (?)."
        )
    return how
