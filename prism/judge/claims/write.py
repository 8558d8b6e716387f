"""Judge all claims by the files of a study, and write their outcomes."""

from collections.abc import Iterable
from pathlib import Path

from prism.judge.claims import judge_claims
from prism.judge.claims.record import claim_record, write_claim_records
from prism.judge.paper import load_paper
from prism.judge.times import timed_blocks
from prism.results.collect import read_metrics_table
from prism.study.specs import ClaimsSpec


def write_claims(
    spec: ClaimsSpec, metrics_path: Path, timed: Iterable[Path], paper_path: Path | None, output: Path
) -> None:
    """Write `output`.json with every case, and `output`.csv with a row a claim."""
    metrics = read_metrics_table(metrics_path)
    outcomes = judge_claims(metrics, timed_blocks(timed), load_paper(paper_path), spec.methods, spec.datasets)
    write_claim_records(output, [claim_record(outcome) for outcome in outcomes])
