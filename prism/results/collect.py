"""The metrics of all runs of a study in one table, which tables, figures and DVC read."""

from pathlib import Path
from typing import Any

import pandas as pd

from prism.io.files import atomic, write_json
from prism.io.tables import read_csv
from prism.results.metrics import Metrics
from prism.results.run import RunFolder, RunRecord

RUN_KEYS = ["dataset", "noise", "method", "seed"]  # the columns that tell one run from another


def write_collected(metrics_files: list[Path], output: Path) -> None:
    """Write one row a run into `output`; beside it the runs' curves as curves.csv and their means as .json."""
    folders = [RunFolder(path.parent) for path in metrics_files]
    metrics = [folder.read_metrics() for folder in folders]
    records = [folder.read_record() for folder in folders]
    rows = pd.DataFrame([_row(m, record) for m, record in zip(metrics, records, strict=True)])
    curves = pd.concat([pd.DataFrame(m.curve).assign(**_identity(m)) for m in metrics])
    with atomic(output) as temporary:
        rows.sort_values(RUN_KEYS).to_csv(temporary, index=False)
    columns = [*RUN_KEYS, *(column for column in curves if column not in RUN_KEYS)]
    with atomic(output.with_name("curves.csv")) as temporary:
        curves[columns].sort_values([*RUN_KEYS, "iteration"]).to_csv(temporary, index=False)
    scores = list(dict.fromkeys(key for m in metrics for key in m.last if key != "iteration"))
    write_json(output.with_suffix(".json"), _means(rows, scores))


def read_metrics_table(path: Path) -> pd.DataFrame:
    """Return metrics.csv, a row a run."""
    return read_csv(path, RUN_KEYS)


def read_curves(path: Path) -> pd.DataFrame:
    """Return curves.csv, a row for each evaluation of a run."""
    return read_csv(path, [*RUN_KEYS, "iteration"])


def _means(rows: pd.DataFrame, scores: list[str]) -> dict[str, Any]:
    """Return the mean over seeds of each score, nested by dataset, noise and method as DVC shows and compares them."""
    nested: dict[str, Any] = {}
    for mean in rows.groupby(["dataset", "noise", "method"], as_index=False)[scores].mean().to_dict("records"):
        methods = nested.setdefault(mean["dataset"], {}).setdefault(mean["noise"], {})
        methods[mean["method"]] = {score: mean[score] for score in scores if pd.notna(mean[score])}
    return nested


def _identity(metrics: Metrics) -> dict[str, Any]:
    return {key: getattr(metrics.settings, key) for key in RUN_KEYS}


def _row(metrics: Metrics, record: RunRecord) -> dict[str, Any]:
    return {
        **_identity(metrics),
        **{key: value for key, value in metrics.last.items() if key != "iteration"},
        "iteration": metrics.last["iteration"],
        **{f"best_{key}": value for key, value in metrics.best_on_test.items()},
        **{f"detection_{key}": value for key, value in _detection(metrics).items()},
        "seconds_per_1000_iterations": record.seconds_per_1000_iterations,
        "commit": record.commit,
        **{f"{name}_sha256": checksum for name, checksum in metrics.data_sha256.items()},
    }


def _detection(metrics: Metrics) -> dict[str, float]:
    """Return the detection scores in the order of their names, as they stand in metrics.json."""
    return dict(sorted(metrics.detection.model_dump().items())) if metrics.detection else {}
