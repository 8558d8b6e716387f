"""The claims as the report reads them, and as CSV."""

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pandas as pd

from prism.io.files import existing, write_json, write_text
from prism.io.strict_model import StrictModel
from prism.judge.claims import judge_claims
from prism.judge.claims.claim import Outcome
from prism.judge.paper import load_paper
from prism.judge.times import timed_blocks

COLUMNS = ["id", "statement", "verdict", "evidence", "paper", "where", "quote", "shown_by"]


class ClaimsSpec(StrictModel):
    methods: dict[str, str]  # name: label
    datasets: dict[str, str]  # name: title


def render_claims(spec: ClaimsSpec, metrics_path: Path, timed: Iterable[Path], paper_path: Path, output: Path) -> None:
    """Write `output`.json with every case, and `output`.csv with a row a claim."""
    metrics = pd.read_csv(existing(metrics_path))
    outcomes = judge_claims(metrics, timed_blocks(timed), load_paper(paper_path), spec.methods, spec.datasets)
    rows = [_row(outcome) for outcome in outcomes]
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows({**row, "shown_by": " ".join(row["shown_by"])} for row in rows)
    write_text(output.with_suffix(".csv"), text.getvalue())
    write_json(output.with_suffix(".json"), rows)


def _row(outcome: Outcome) -> dict[str, Any]:
    claim = outcome.claim
    return {
        "id": claim.id,
        "statement": claim.statement,
        "quote": claim.quote,
        "where": claim.where,
        "shown_by": list(claim.shown_by),
        "needs": claim.needs,
        "verdict": outcome.verdict,
        "evidence": outcome.evidence,
        "paper": outcome.paper,
        "cases": [{"text": str(case), "verdict": case.verdict} for case in outcome.cases],
    }
