"""The overview of a published study for the README: its conclusion, its headline figure and a few rows of scores."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from prism.io.files import existing
from prism.judge.claims.groups import CLASSIFICATION, PAIR, PROXY
from prism.judge.conclusion import conclusion
from prism.render.markdown_tables import noise_table, printed_scores, read_cells, shown_metrics
from prism.results.collect import read_metrics_table

METHODS = {"MCL": "mcl", "**MCL + PRISM**": "mcl_prism", "**MCL + PRISM**, R estimated": "mcl_prism_auto"}
ORACLE = {"MCL on truly clean labels (oracle)": "mcl_oracle"}
GROUPS: dict[str, Sequence[str]] = {
    "best for classification": CLASSIFICATION,
    "best with proxies": PROXY,
    "best other on pairs": [method for method in PAIR if method != "mcl"],
}
WIDTH = 460  # pixels of the picture


def overview(published: Path, link: str) -> str:
    """Return the overview in Markdown, without what the study lacks; `link` leads from the document to the study."""
    claims = pd.read_csv(existing(published / "claims.csv"))
    sentence = conclusion(read_metrics_table(published / "metrics.csv"), claims["verdict"])
    return "\n".join([f"**{sentence}**\n", *_picture(published, link), few_rows(read_cells(published))])


def _picture(published: Path, link: str) -> list[str]:
    """Return the headline figure as a link to the report, if the study has it."""
    if not (published / "figures/headline.svg").exists():
        return []
    image = f'<img src="{link}/figures/headline.svg" width="{WIDTH}" alt="P@1 against the share of wrong labels">'
    return [f'<a href="{link}/report.html">{image}</a>\n']


def few_rows(cells: pd.DataFrame) -> str:
    """Return a table of MCL, PRISM with R given and estimated, the best others under each noise, and the oracle."""
    rows = {label: printed_scores(cells, method) for label, method in METHODS.items()}
    rows |= dict(best_row(cells, label, methods) for label, methods in GROUPS.items())
    rows |= {label: printed_scores(cells, method) for label, method in ORACLE.items()}
    return noise_table(cells, {label: row for label, row in rows.items() if row})


def best_row(cells: pd.DataFrame, label: str, methods: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Return the head of a row, and the scores of the best of some methods under each noise, by the first metric.

    The head names the method if it is the same under all noises, and otherwise each score does.
    """
    first = cells[(cells["metric"] == shown_metrics(cells)[0]) & cells["method"].isin(methods)].dropna(subset="mean")
    best = first.loc[first.groupby("noise")["mean"].idxmax()].set_index("noise")["method"]
    scores = {str(noise): printed_scores(cells, method)[str(noise)] for noise, method in best.items()}
    if best.nunique() == 1:
        return f"{label}: `{best.iloc[0]}`", scores
    return label, {noise: f"{text}<br>`{best[noise]}`" for noise, text in scores.items()}
