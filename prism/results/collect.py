"""One row a run: what the tables, the figures and DVC read."""

from pathlib import Path
from typing import Any

import pandas as pd

from prism.io.files import atomic, read_json, write_json


def write_collected(runs: list[Path], output: Path) -> None:
    """Collect metrics.json files into `output`; beside it, their curves in curves.csv and their means in a .json."""
    metrics = [read_json(path) for path in runs]
    provenance = [read_json(path.with_name("run.json")) for path in runs]
    rows = pd.DataFrame([_row(m, p) for m, p in zip(metrics, provenance, strict=True)])
    curves = pd.concat([pd.DataFrame(m["curve"]).assign(**_identity(m)) for m in metrics])
    keys = list(_identity(metrics[0]))
    with atomic(output) as temporary:
        rows.sort_values(keys).to_csv(temporary, index=False)
    with atomic(output.with_name("curves.csv")) as temporary:
        curves[[*keys, *[c for c in curves if c not in keys]]].sort_values([*keys, "iteration"]).to_csv(
            temporary, index=False
        )
    scores = list(dict.fromkeys(key for m in metrics for key in m["last"] if key != "iteration"))
    write_json(output.with_suffix(".json"), _means(rows, scores))


def _means(rows: pd.DataFrame, scores: list[str]) -> dict[str, Any]:
    """Scores by dataset, noise and method, each the mean over its seeds: nested, as DVC shows and compares them."""
    nested: dict[str, Any] = {}
    for mean in rows.groupby(["dataset", "noise", "method"], as_index=False)[scores].mean().to_dict("records"):
        methods = nested.setdefault(mean["dataset"], {}).setdefault(mean["noise"], {})
        methods[mean["method"]] = {score: mean[score] for score in scores if pd.notna(mean[score])}
    return nested


def _identity(metrics: dict[str, Any]) -> dict[str, Any]:
    return {key: metrics["settings"][key] for key in ("dataset", "noise", "method", "seed")}


def _row(metrics: dict[str, Any], provenance: dict[str, Any]) -> dict[str, Any]:
    return {
        **_identity(metrics),
        **{key: value for key, value in metrics["last"].items() if key != "iteration"},
        "iteration": metrics["last"]["iteration"],
        **{f"best_{key}": value for key, value in metrics["best_on_test"].items()},
        **{f"detection_{key}": value for key, value in (metrics["detection"] or {}).items()},
        "seconds_per_1000_iterations": provenance["seconds_per_1000_iterations"],
        "commit": provenance["commit"],
        **{f"{name}_sha256": checksum for name, checksum in metrics["data_sha256"].items()},
    }
