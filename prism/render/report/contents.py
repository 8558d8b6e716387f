"""All that the report shows, read once for its two forms."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from prism.errors import PrismError
from prism.io.files import existing, read_json
from prism.judge.claims.record import ClaimRecord, read_claim_records
from prism.judge.comparison import Change, filtered_against_plain
from prism.metrics.labels import METRIC_LABELS
from prism.noise.name import parse_noise
from prism.render.markup import anchor
from prism.render.report.cost import Cost, study_cost
from prism.render.report.environment import environment
from prism.study.specs import ReportSpec

SHARED = "data"  # the folder of logs of what studies share


class RunDetails(NamedTuple):
    """A finished training, as far back as it can be followed."""

    path: str  # below results/STUDY/runs
    scores: dict[str, Any]  # its row of metrics.csv
    provenance: dict[str, Any]
    log: list[dict[str, Any]]

    @property
    def group(self) -> str:
        """Where a cell of a table finds its runs."""
        return anchor("runs", *self.path.split("/")[:3])


@dataclass(frozen=True)
class Contents:
    spec: ReportSpec
    results: Path
    metrics: pd.DataFrame
    cells: pd.DataFrame  # of all tables of scores
    claims: list[ClaimRecord]
    changes: list[Change]
    noises: list[dict[str, Any]]
    runs: list[RunDetails]
    cost: Cost
    environment: dict[str, str]

    @property
    def scores(self) -> dict[str, str]:
        """The scores that there are, and what readers call them."""
        return {score: label for score, label in METRIC_LABELS.items() if f"best_{score}" in self.metrics}

    @property
    def missing(self) -> list[str]:
        there = {run.path for run in self.runs}
        return [path for path in self.spec.runs if path not in there]

    @property
    def command(self) -> str:
        """What makes all that is missing."""
        return f"snakemake --config study={self.spec.study}"

    @property
    def tables(self) -> list[str]:
        """Those that could be made."""
        return [name for name in self.spec.tables if self.table(name, "html").exists()]

    @property
    def figures(self) -> dict[str, str]:
        """Those that are drawn, and their captions."""
        return {name: text for name, text in self.spec.figures.items() if self.figure(name, "svg").exists()}

    def figure(self, name: str, suffix: str) -> Path:
        return self.results / "figures" / f"{name}.{suffix}"

    def table(self, name: str, suffix: str) -> Path:
        return self.results / "tables" / f"{name}.{suffix}"


def read_contents(spec: ReportSpec, results: Path, logs: Path) -> Contents:
    """What is in `results`, and what `logs` say that it took."""
    metrics = pd.read_csv(existing(results / "metrics.csv"))
    scores = {_path(row): row for row in metrics.to_dict("records")}
    runs = [_run(results / "runs", path, scores[path]) for path in spec.runs if path in scores]
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
        noises=[_noise(path) for path in sorted((results / "noise").glob("*/*.json"))],
        runs=runs,
        cost=study_cost(logs / spec.study / "benchmarks", logs / SHARED / "benchmarks", spec.runs),
        environment=environment([run.provenance for run in runs]),
    )


def _path(row: dict[Any, Any]) -> str:
    return f"{row['dataset']}/{row['noise']}/{row['method']}/seed{row['seed']}"


def _run(folder: Path, path: str, scores: dict[Any, Any]) -> RunDetails:
    log = existing(folder / path / "log.jsonl").read_text(encoding="utf-8").splitlines()
    return RunDetails(path, scores, read_json(folder / path / "run.json"), [json.loads(line) for line in log])


def _noise(path: Path) -> dict[str, Any]:
    description = read_json(path)
    return {**description, "dataset": path.parent.name, "label": parse_noise(description["name"]).label}
