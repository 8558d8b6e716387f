"""A finished run in numbers: its scores at the end and at its best, its curve, and how well it found the noise."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from prism.errors import PrismError
from prism.io.columns import read_columns
from prism.io.files import existing, read_json, write_json
from prism.metrics.detection import detection_of_seen

SCORES = ("iteration", "precision_at_1", "map_at_r", "map_easy", "map_medium", "map_hard")


def write_metrics(run: Path, noise_path: Path) -> None:
    """Write `run`/metrics.json. It carries no dates and no durations, so equal runs have equal bytes."""
    provenance = read_json(run / "run.json")
    log = [json.loads(line) for line in existing(run / "log.jsonl").read_text().splitlines()]
    content: dict[str, Any] = {
        "settings": provenance["settings"],
        "data_sha256": provenance["data_sha256"],
        "last": _scores(log[-1]),
        "best_on_test": _scores(max(log, key=lambda record: record["precision_at_1"])),
        "curve": log,
        "detection": _detection(run / "p_clean.parquet", noise_path),
    }
    write_json(run / "metrics.json", content)


def _scores(record: dict[str, float]) -> dict[str, float]:
    return {key: record[key] for key in SCORES if key in record}


def _detection(p_clean_path: Path, noise_path: Path) -> dict[str, float] | None:
    """How well the last p_clean of each sample tells wrong labels; None where there is nothing to tell."""
    rows, kept, p_clean = read_columns(p_clean_path, "index", "kept", "p_clean")
    noisy_rows, is_noisy = read_columns(noise_path, "index", "is_noisy")
    if not np.array_equal(rows, noisy_rows):
        raise PrismError(f"{p_clean_path} and {noise_path} are not of the same images: train the run again.")
    return detection_of_seen(is_noisy, kept, p_clean) if is_noisy.dtype == np.bool_ else None
