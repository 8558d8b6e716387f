"""docs/audit-quality.md says what docs/audit-quality.csv holds."""

from pathlib import Path

from benchmarks.audit_page import read_rows, tables

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/audit-quality.md").read_text(encoding="utf-8")
ROWS = read_rows(ROOT / "docs/audit-quality.csv")


def test_the_tables_are_those_of_the_file() -> None:
    assert tables(ROWS) in PAGE


def test_figures_are_of_one_commit_without_changes() -> None:
    assert ROWS["commit"].nunique() == 1
    assert not ROWS["modified"].any()


def test_the_summary_says_how_often_ours_is_best() -> None:
    wrong = ROWS[ROWS["wrong"] > 0]
    ahead = {}
    for column in ("auroc", "f1"):
        figures = wrong.pivot(index=["dataset", "noise"], columns="method", values=column)
        ahead[column] = int((figures["ours"] > figures.drop(columns="ours").max(axis=1)).sum())
    assert ahead == {"auroc": 21, "f1": 20}
    assert "best in all 21 cases, and flags with the higher F1 in all but one" in PAGE
