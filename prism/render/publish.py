"""Copy a finished study to report/, and put its tables into the README and the pages of the methods."""

import shutil
from pathlib import Path

import pandas as pd

from prism.errors import PrismError
from prism.io.files import existing, write_text
from prism.metrics.registry import metric_label, score_names
from prism.render.markup import UNDEFINED

BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"
SHOWN = ("symmetric", "small_cluster")  # the tables with a row for every method
KEPT = [  # patterns of the files that are copied
    "metrics.csv",
    "report.html",
    "report.pdf",
    "claims.csv",
    "tables/*",
    "figures/*",
    "noise/*/*.json",
    "timing/*/*.json",
]


def publish_study(results: Path, output: Path, readme: Path, pages: Path) -> None:
    """Copy the small files to `output`, and write the scores into the README and the pages of the methods."""
    existing(results / "report.html")
    documents = [existing(readme), *sorted(pages.glob("*.md"))]
    for document in documents:
        split_at_marks(document)  # fail before anything is deleted
    shutil.rmtree(output, ignore_errors=True)
    for pattern in KEPT:
        for source in sorted(results.glob(pattern)):
            target = output / source.relative_to(results)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    for document in documents:
        write_text(document, with_results(document, output))


def with_results(document: Path, published: Path) -> str:
    """Return a document's text with a published table between its marks: of all methods in the README, else of one."""
    before, after = split_at_marks(document)
    table = all_methods_table(published) if document.name == "README.md" else method_table(published, document.stem)
    return f"{before}{BEGIN}\n{table}{END}{after}"


def split_at_marks(document: Path) -> tuple[str, str]:
    """Return a document's text before and after the marks of the table."""
    before, begin, rest = document.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise PrismError(f"{document} has no lines {BEGIN} and {END}: put them where the table belongs.")
    return before, after


def all_methods_table(published: Path) -> str:
    """Return a table in Markdown: P@1 and MAP@R of every method under every noise, with intervals over seeds."""
    cells = _read_cells(published)
    columns = list(dict.fromkeys(cells["noise"]))
    labels = " / ".join(metric_label(name) for name in score_names() if name in set(cells["metric"]))
    lines = [f"| {labels} (%) | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
    for method, row in cells.groupby("method", sort=False):
        by_noise = {noise: cell["cell"] for noise, cell in _in_order(row).groupby("noise")}
        texts = [" / ".join(by_noise.get(noise, [UNDEFINED])) for noise in columns]
        lines.append(f"| `{method}` | {' | '.join(texts)} |")
    return "\n".join(lines) + "\n"


def _in_order(cells: pd.DataFrame) -> pd.DataFrame:
    """Return the cells sorted by their metric, in the order in which all files list the metrics."""
    return cells.sort_values("metric", key=lambda names: names.map(score_names().index), kind="stable")


def method_table(published: Path, method: str) -> str:
    """Return a table in Markdown with a row a noise: the method's scores, the number of seeds and the training time."""
    cells = _read_cells(published)
    cells = cells[cells["method"] == method]
    metrics = [name for name in score_names() if name in set(cells["metric"])]
    lines = [f"| noise | {' (%) | '.join(map(metric_label, metrics))} (%) | seeds | s per 1,000 iterations |"]
    lines.append("|---|" + "---|" * (len(metrics) + 2))
    for noise, rows in cells.groupby("noise", sort=False):
        by_metric = rows.set_index("metric")
        texts = [str(by_metric.loc[metric, "cell"]) for metric in metrics]
        first = rows.iloc[0]
        lines.append(
            f"| {noise} | {' | '.join(texts)} | {first['seeds']} | {first['seconds_per_1000_iterations']:.1f} |"
        )
    return "\n".join(lines) + "\n"


def _read_cells(published: Path) -> pd.DataFrame:
    """Read the cells of the tables with a row for every method."""
    return pd.concat([pd.read_csv(existing(published / "tables" / f"{name}.csv")) for name in SHOWN])
