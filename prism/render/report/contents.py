"""Read everything that the report shows, once for its two forms."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pandas as pd

from prism.errors import PrismError
from prism.figures.style import COLUMN
from prism.judge.claims.claim import ClaimVerdict
from prism.judge.claims.record import ClaimRecord, read_claim_records
from prism.judge.comparison import Change, filtered_against_plain
from prism.judge.conclusion import conclusion
from prism.metrics.registry import metric_labels
from prism.noise.name import parse_noise
from prism.noise.records import NoiseDescription, read_description
from prism.render.markup import anchor
from prism.render.report.cost import Cost, study_cost
from prism.render.report.environment import environment
from prism.results.collect import read_metrics_table
from prism.results.log import LogEntry
from prism.results.run import RunFolder, RunRecord
from prism.study.specs import ReportSpec

SHARED = "data"  # the folder in `logs` of the jobs that studies share
HEADLINE = "headline"  # the figure that opens the report of a study that has it


class RunDetails(NamedTuple):
    """A finished training: its scores, how it was made, and its log."""

    path: str  # below results/STUDY/runs
    scores: dict[str, Any]  # the run's row of metrics.csv
    record: RunRecord
    log: list[LogEntry]

    @property
    def group(self) -> str:
        """Return the anchor to which a cell of a table leads."""
        return anchor("runs", *self.path.split("/")[:3])


class NoiseDetails(NamedTuple):
    """The labels that a dataset was given under one noise."""

    dataset: str
    description: NoiseDescription

    @property
    def label(self) -> str:
        """Return the noise as readers know it."""
        return parse_noise(self.description.name).label


@dataclass(frozen=True)
class Contents:
    """Everything that the report shows."""

    spec: ReportSpec
    results: Path
    metrics: pd.DataFrame
    cells: pd.DataFrame  # of all tables of scores
    claims: list[ClaimRecord]
    changes: list[Change]
    noises: list[NoiseDetails]
    runs: list[RunDetails]
    cost: Cost
    environment: dict[str, str]

    @property
    def scores(self) -> dict[str, str]:
        """Return the label of every score that the runs have."""
        return {score: label for score, label in metric_labels().items() if f"best_{score}" in self.metrics}

    @property
    def conclusion(self) -> str:
        """Return what the study found, in one sentence."""
        return conclusion(self.metrics, [claim.verdict for claim in self.claims])

    @property
    def verdicts(self) -> dict[ClaimVerdict, int]:
        """Return how many claims have each verdict."""
        return {verdict: sum(claim.verdict == verdict for claim in self.claims) for verdict in get_args(ClaimVerdict)}

    @property
    def missing(self) -> list[str]:
        """Return the paths of the runs that have not ended."""
        there = {run.path for run in self.runs}
        return [path for path in self.spec.runs if path not in there]

    @property
    def command(self) -> str:
        """Return the command that makes all missing runs."""
        return f"snakemake --config study={self.spec.study}"

    @property
    def tables(self) -> list[str]:
        """Return the tables whose HTML exists."""
        return [name for name in self.spec.tables if self.table_file(name, "html").exists()]

    @property
    def figures(self) -> dict[str, str]:
        """Return the captions of the figures whose SVG exists."""
        return {name: text for name, text in self.spec.figures.items() if self.figure_file(name, "svg").exists()}

    @property
    def headline(self) -> str | None:
        """Return the name of the figure that opens the report, if it was drawn."""
        return HEADLINE if HEADLINE in self.figures else None

    @property
    def headline_is_wide(self) -> bool:
        """Return whether the figure that opens the report is wider than a column, so that no text fits beside it."""
        width = re.search(r'<svg [^>]*?width="([\d.]+)pt"', self.figure_file(HEADLINE, "svg").read_text("utf-8"))
        return width is not None and float(width[1]) > 72 * COLUMN + 1

    def figure_file(self, name: str, suffix: str) -> Path:
        return self.results / "figures" / f"{name}.{suffix}"

    def table_file(self, name: str, suffix: str) -> Path:
        return self.results / "tables" / f"{name}.{suffix}"


def read_contents(spec: ReportSpec, results: Path, logs: Path) -> Contents:
    """Read the files in `results`, and the times that the jobs took from `logs`."""
    metrics = read_metrics_table(results / "metrics.csv")
    scores = {_run_path(row): row for row in metrics.to_dict("records")}
    runs = [_run_details(results / "runs", path, scores[path]) for path in spec.runs if path in scores]
    if not runs:
        raise PrismError(f"{results / 'metrics.csv'} has no run of the study {spec.study}: make one first.")
    tables = [pd.read_csv(path) for name in spec.tables if (path := results / "tables" / f"{name}.csv").exists()]
    return Contents(
        spec=spec,
        results=results,
        metrics=metrics,
        cells=pd.concat([table for table in tables if "verdict" in table] or [pd.DataFrame({"verdict": []})]),
        claims=sorted(read_claim_records(results / "claims.json"), key=lambda claim: claim.verdict == "not run"),
        changes=filtered_against_plain(metrics, spec.methods),
        noises=[_noise_details(path) for path in sorted((results / "noise").glob("*/*.json"))],
        runs=runs,
        cost=study_cost(logs / spec.study / "benchmarks", logs / SHARED / "benchmarks", spec.runs),
        environment=environment([run.record for run in runs]),
    )


def _run_path(row: dict[Any, Any]) -> str:
    return f"{row['dataset']}/{row['noise']}/{row['method']}/seed{row['seed']}"


def _run_details(runs: Path, path: str, scores: dict[Any, Any]) -> RunDetails:
    folder = RunFolder(runs / path)
    return RunDetails(path, scores, folder.read_record(), folder.read_log())


def _noise_details(path: Path) -> NoiseDetails:
    return NoiseDetails(path.parent.name, read_description(path))
