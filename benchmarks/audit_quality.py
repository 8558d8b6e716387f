"""`make bench-audit` compares methods of finding wrong labels on known noise, and writes docs/audit-quality.csv.

Each dataset and method takes a fresh process with one thread, half a minute to ten minutes. Rows that the file has of
this commit are not computed again, so that a comparison that was stopped can be continued.
"""

import sys
import time
from pathlib import Path
from typing import Any

import pandas as pd
from sklearn.metrics import precision_recall_fscore_support, roc_auc_score

from benchmarks import record
from benchmarks.audit_cases import NOISES, Case, case, datasets
from benchmarks.audit_methods import METHODS, Verdict, use_threads
from benchmarks.audit_page import VERSIONS, publish, read_rows
from benchmarks.fresh import in_fresh_process, peak_of
from prism.errors import PrismError
from prism.io.files import atomic

TABLE, PAGE = Path("docs/audit-quality.csv"), Path("docs/audit-quality.md")


def main(table: Path, page: Path) -> None:
    """Compare all methods on all datasets; table and page are written after each method of a dataset."""
    origin = record.origin()
    versions = {f"{name}_version": origin["versions"][name] for name in VERSIONS}
    stamp = {"commit": origin["commit"], "modified": origin["modified"], "cpu": origin["machine"]["cpu"], **versions}
    rows = _rows_of_commit(table, origin["commit"])
    done = {(row["dataset"], row["method"]) for row in rows}
    for method in METHODS:
        for dataset in datasets():
            if (dataset, method) not in done:
                print(f"{method} on {dataset}", file=sys.stderr, flush=True)
                rows += [row | stamp for row in in_fresh_process(judge_all, dataset, method)]
                with atomic(table) as temporary:
                    pd.DataFrame(rows).to_csv(temporary, index=False)
    publish(table, page)


def _rows_of_commit(table: Path, commit: str | None) -> list[dict[str, Any]]:
    """Return the rows of the table, if it is of this commit."""
    rows = read_rows(table).to_dict("records") if table.exists() else []
    return [{str(name): value for name, value in row.items()} for row in rows if row["commit"] == commit]


def judge_all(dataset: str, method: str) -> list[dict[str, Any]]:
    """Return a row for each noise of a dataset, in which one method is compared with the truth."""
    use_threads(1)
    return [judge(dataset, noise, method) for noise in NOISES]


def judge(dataset: str, noise: str, method: str) -> dict[str, Any]:
    """Return how well a method finds the wrong labels, with its time on one core and its peak memory."""
    known = case(dataset, noise)
    began = time.process_time()
    verdict, megabytes = peak_of(lambda: METHODS[method](known.features, known.given))
    taken = time.process_time() - began
    size = {"images": len(known.given), "classes": int(known.given.max()) + 1}
    names = {"dataset": dataset, "noise": noise, "method": method}
    return names | size | scores(known, verdict) | {"core_seconds": round(taken, 2), "megabytes": round(megabytes)}


def scores(known: Case, verdict: Verdict) -> dict[str, float | None]:
    """Return the scores of a verdict; without wrong labels, those that compare with wrong labels are None."""
    wrong = float(known.is_wrong.mean())
    found: dict[str, float | None] = dict.fromkeys(("auroc", "precision", "recall", "f1"))
    if wrong:
        found["auroc"] = round(float(roc_auc_score(known.is_wrong, -verdict.scores)), 4)
        compared = precision_recall_fscore_support(
            known.is_wrong, verdict.is_flagged, average="binary", zero_division=0
        )
        found |= dict(zip(("precision", "recall", "f1"), (round(float(one), 4) for one in compared[:3]), strict=True))
    return {
        "wrong": round(wrong, 4),
        **found,
        "flagged": round(float(verdict.is_flagged.mean()), 4),
        "noise_rate": round(verdict.noise_rate, 4),
    }


if __name__ == "__main__":
    try:
        main(TABLE, PAGE)
    except PrismError as error:
        sys.exit(str(error))
