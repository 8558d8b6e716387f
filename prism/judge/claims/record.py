"""The outcome of each claim as it is on disk: claims.json with every case, claims.csv with a row a claim."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from prism.errors import PrismError
from prism.io.files import read_json, write_json, write_text
from prism.io.strict_model import StrictModel
from prism.judge.claims.case import CaseVerdict
from prism.judge.claims.claim import ClaimVerdict, Outcome

COLUMNS = ["id", "statement", "verdict", "evidence", "paper", "where", "quote", "shown_by"]


class CaseRecord(StrictModel):
    """A place in which a claim was tested."""

    text: str
    verdict: CaseVerdict


class ClaimRecord(StrictModel):
    """A claim, and what a study says about it."""

    id: str
    statement: str
    quote: str
    where: str
    shown_by: list[str]
    needs: Literal["every", "one"]
    verdict: ClaimVerdict
    evidence: str
    paper: str  # how many cases of the paper's own tables agree
    cases: list[CaseRecord]


def claim_record(outcome: Outcome) -> ClaimRecord:
    """Return the record of a judged claim."""
    claim = outcome.claim
    return ClaimRecord(
        id=claim.id,
        statement=claim.statement,
        quote=claim.quote,
        where=claim.where,
        shown_by=list(claim.shown_by),
        needs=claim.needs,
        verdict=outcome.verdict,
        evidence=outcome.evidence,
        paper=outcome.paper,
        cases=[CaseRecord(text=str(case), verdict=case.verdict) for case in outcome.cases],
    )


def write_claim_records(output: Path, records: Sequence[ClaimRecord]) -> None:
    """Write `output`.json and `output`.csv."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows({**record.model_dump(), "shown_by": " ".join(record.shown_by)} for record in records)
    write_text(output.with_suffix(".csv"), text.getvalue())
    write_json(output.with_suffix(".json"), [record.model_dump() for record in records])


def read_claim_records(path: Path) -> list[ClaimRecord]:
    """Read claims.json."""
    try:
        return TypeAdapter(list[ClaimRecord]).validate_python(read_json(path))
    except ValidationError as error:
        raise PrismError(f"{path} does not hold the outcomes of claims: delete it and make it again.") from error
