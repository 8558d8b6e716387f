"""docs/verdicts.md explains the statements that fail in the published study, and no others."""

import csv
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_statement_that_fails_is_explained() -> None:
    with (ROOT / "report/mini/claims.csv").open(encoding="utf-8") as stream:
        failing = {row["id"] for row in csv.DictReader(stream) if row["verdict"] == "fails"}
    page = (ROOT / "docs/verdicts.md").read_text(encoding="utf-8")
    explained = re.findall(r"^\| `(\w+)` \|.*\| (?:study|paper|open) \|$", page, flags=re.MULTILINE)
    assert sorted(explained) == sorted(failing)
