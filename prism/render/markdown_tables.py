"""Tables of a published study in Markdown: one of all methods, and one for each method's own page."""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import pandas as pd

from prism.io.files import existing
from prism.metrics.registry import metric_label, score_names
from prism.render.markup import UNDEFINED

SHOWN = ("symmetric", "small_cluster")  # the tables with a row for every method


def read_cells(published: Path) -> pd.DataFrame:
    """Read the cells of the tables with a row for every method."""
    paths = [existing(published / "tables" / f"{name}.csv") for name in SHOWN]
    return pd.concat([pd.read_csv(path, dtype={"cell": str}) for path in paths], ignore_index=True)


def shown_metrics(cells: pd.DataFrame) -> list[str]:
    """Return the metrics of the cells, in the order in which all files list them."""
    return [name for name in score_names() if name in set(cells["metric"])]


def all_methods_table(published: Path) -> str:
    """Return P@1 and MAP@R of every method under every noise, with intervals over seeds."""
    cells = read_cells(published)
    return noise_table(cells, {f"`{method}`": printed_scores(cells, method) for method in methods_in_order(cells)})


def methods_in_order(cells: pd.DataFrame) -> list[str]:
    """Return all methods; one that some noises lack stands where the others have it, behind the same neighbour."""
    order: list[str] = []
    for _, methods in cells.groupby("noise", sort=False)["method"]:
        for before, method in pairwise(["", *dict.fromkeys(methods)]):
            if method not in order:
                order.insert(order.index(before) + 1 if before else 0, method)
    return order


def noise_table(cells: pd.DataFrame, rows: Mapping[str, Mapping[str, str]]) -> str:
    """Return a table with a column for each noise of the cells; a row has the text under each noise, or a dash."""
    noises = list(dict.fromkeys(cells["noise"]))
    labels = " / ".join(map(metric_label, shown_metrics(cells)))
    lines = [f"| {labels} (%) | {' | '.join(noises)} |", f"|---|{'---|' * len(noises)}"]
    lines += [f"| {name} | {' | '.join(row.get(noise, UNDEFINED) for noise in noises)} |" for name, row in rows.items()]
    return "\n".join(lines) + "\n"


def printed_scores(cells: pd.DataFrame, method: str) -> dict[str, str]:
    """Return the scores of a method under each noise as they are printed, such as `50.0 ± 1.0 / 40.0 ± 2.0`."""
    own = cells[cells["method"] == method]
    own = own.sort_values("metric", key=lambda names: names.map(score_names().index), kind="stable")
    return {str(noise): " / ".join(rows["cell"]) for noise, rows in own.groupby("noise", sort=False)}


def method_table(published: Path, method: str) -> str:
    """Return a method's scores, the number of seeds and the training time, a row a noise."""
    cells = read_cells(published)
    cells = cells[cells["method"] == method]
    if cells.empty:
        return "The published study has no run of it.\n"
    metrics = shown_metrics(cells)
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
