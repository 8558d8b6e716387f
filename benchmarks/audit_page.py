"""The tables of docs/audit-quality.md, from docs/audit-quality.csv."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd

from prism.errors import PrismError
from prism.io.files import write_text

BEGIN, END = "<!-- audit: begin -->", "<!-- audit: end -->"
NOT_RUN = "not run"
VERSIONS = ("cleanlab", "scikit-learn", "torch")
Nearest = Callable[["pd.Series[float]", float], "pd.Series[float]"]  # how far figures are from the best one


def publish(table: Path, page: Path) -> None:
    """Put the tables between the two marks of the page."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise PrismError(f"{page} has no lines {BEGIN} and {END}: put them where the tables belong.")
    write_text(page, f"{before}{BEGIN}\n{tables(read_rows(table))}{END}{after}")


def read_rows(table: Path) -> pd.DataFrame:
    """Return the rows of the CSV; a commit or a version is a text, even if it looks like a number."""
    texts = ("commit", *(f"{name}_version" for name in VERSIONS))
    return pd.read_csv(table, dtype=dict.fromkeys(texts, str))


def tables(rows: pd.DataFrame) -> str:
    """Return all tables in Markdown, each with its heading, and the origin of the figures."""
    wrong = rows[rows["wrong"] > 0]
    parts = [
        "### How well wrong labels are ranked: AUROC",
        _compared(wrong, "auroc", lambda figures, share: 1 - figures),
        "### How right the flagged labels are: F1",
        _compared(wrong, "f1", lambda figures, share: 1 - figures),
        "### Precision and recall of the flagged labels",
        _pairs(wrong),
        "### The estimated share of wrong labels",
        _compared(rows, "noise_rate", lambda figures, share: (figures - share).abs()),
        "### The share of labels that are flagged",
        _compared(rows, "flagged", lambda figures, share: (figures - share).abs()),
        "### Time of one core and peak memory",
        _costs(rows),
        _origin(rows),
    ]
    return "\n" + "\n\n".join(parts) + "\n\n"


def _compared(rows: pd.DataFrame, column: str, distance: Nearest) -> str:
    """Return a table of one figure of every method, the best of a row in bold."""
    lines = []
    for (dataset, noise), group in rows.groupby(["dataset", "noise"], sort=False):
        share = float(group["wrong"].iloc[0])
        figures = group.set_index("method")[column]
        misses = distance(figures, share).round(3)
        cells = {
            str(method): f"**{figure:.3f}**" if miss == misses.min() else f"{figure:.3f}"
            for method, figure, miss in zip(figures.index, figures, misses, strict=True)
        }
        lines.append([dataset, noise, f"{share:.3f}", *_in_order(cells, rows)])
    return _markdown(["dataset", "noise", "wrong", *_methods(rows)], lines)


def _pairs(rows: pd.DataFrame) -> str:
    """Return a table of the precision and recall of every method."""
    lines = []
    for (dataset, noise), group in rows.groupby(["dataset", "noise"], sort=False):
        cells = {str(row.method): f"{row.precision:.3f}, {row.recall:.3f}" for row in group.itertuples()}
        lines.append([dataset, noise, *_in_order(cells, rows)])
    return _markdown(["dataset", "noise", *_methods(rows)], lines)


def _costs(rows: pd.DataFrame) -> str:
    """Return a table of the mean time over the noises and the highest peak memory of every method."""
    lines = []
    for dataset, group in rows.groupby("dataset", sort=False):
        by_method = group.groupby("method")
        taken, peak = by_method["core_seconds"].mean(), by_method["megabytes"].max()
        cells = {str(method): f"{taken[method]:.1f} s, {peak[method]:.0f} MB" for method in taken.index}
        images, classes = group["images"].iloc[0], group["classes"].max()
        lines.append([dataset, f"{images:,} images, {classes} classes", *_in_order(cells, rows)])
    return _markdown(["dataset", "size", *_methods(rows)], lines)


def _origin(rows: pd.DataFrame) -> str:
    """Return the commit, the machine and the versions with which the figures were computed."""
    first = rows.iloc[0]
    versions = ", ".join(f"{name} {first[f'{name}_version']}" for name in VERSIONS)
    return f"Computed at commit {first['commit'][:7]}, {first['cpu']}, one thread; {versions}"


def _methods(rows: pd.DataFrame) -> list[str]:
    return [str(method) for method in rows["method"].unique()]


def _in_order(cells: dict[str, str], rows: pd.DataFrame) -> list[str]:
    """Return the cells of a row in the order of the methods."""
    return [cells.get(method, NOT_RUN) for method in _methods(rows)]


def _markdown(header: Sequence[object], lines: Sequence[Sequence[object]]) -> str:
    rows = [header, ["---"] * len(header), *lines]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows)
