"""A study small enough to check its figures by hand: two seeds, two methods, six training images."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from prism.data.store import StoredImage, write_store
from prism.figures.any_figure import AnyFigureSpec
from prism.figures.files import StudyFiles

NAME = "<script> & 100 %_of $5 to $6"  # characters that SVG, PDF or matplotlib could misread
CLASSES = ["ant", "ant", "ant", "bee", "bee", NAME, "of a test"]
NOISE = {
    "index": [0, 1, 2, 3, 4, 5],
    "true": [1, 1, 1, 2, 2, 0],
    "given": [1, 1, 2, 2, 0, 0],  # images 2 and 4 have wrong labels
    "is_noisy": [False, False, True, False, True, False],
}
VERDICTS = {
    "index": [0, 1, 2, 3, 4, 5],
    "p_clean": [0.5, 0.4, 0.1, 0.3, 0.2, 1.0],  # the bank had no features of image 5's class
    "kept": [1, 1, 0, 1, 0, 1],
    "iteration": [10, 9, 10, 8, 10, 10],
}
SPEC: dict[str, Any] = {
    "datasets": {"insects": "Insects"},
    "noise": {"insects": "symmetric-20"},
    "methods": {"plain": "mcl", "filtered": "mcl_prism"},
    "seeds": [0, 1],
}
LINES: dict[str, Any] = {"caption": "", "noise": "symmetric-20", "lines": SPEC["methods"]}
SWEEP: dict[str, Any] = {"method": "mcl_prism", "setting": "window", "values": [1, 30]}
ENTRIES: dict[str, dict[str, Any]] = {
    "class_sizes": {"caption": ""},
    "contact_sheet": {"caption": "", "classes": 3, "images": 2},
    "detection": LINES,
    "estimated_rate": {"caption": "", "method": "mcl_prism", "noises": ["clean", "symmetric-20"]},
    "examples": {"caption": "", "noise": "symmetric-20", "method": "mcl_prism", "count": 2},
    "iterations": LINES | {"metric": "precision_at_1"},
    "noise_rates": {
        "caption": "", "metric": "precision_at_1", "noises": ["symmetric", "smallcluster"],
        "lines": {"filtered": "mcl_prism"}, "groups": {"best loss": {"plain": "mcl"}},
    },
    "p_clean": LINES,
    "sweep": {"caption": "", "noise": "symmetric-20", "metric": "precision_at_1", **SWEEP},
    "threshold": LINES,
}  # fmt: skip


def curve(dataset: str, method: str, seed: int) -> pd.DataFrame:
    """Return a run's curve: P@1 rises by 0.1 in 10 iterations and is 0.02 higher for seed 1; only mcl_prism filters."""
    start = (0.4 if method == "mcl_prism" else 0.3) + 0.02 * seed
    records: list[dict[str, float]] = [{"iteration": 0, "precision_at_1": start}]
    for iteration in (5, 10):
        record = {"iteration": iteration, "precision_at_1": start + 0.01 * iteration}
        if method == "mcl_prism":
            record |= {"detection_precision": 0.5 + 0.1 * seed, "detection_recall": 0.6, "detection_auroc": 0.7}
            record |= {"estimated_rate": 0.3 - 0.01 * iteration + 0.02 * seed}
            record |= {"threshold_q25": 0.1, "threshold": 0.2 + 0.1 * seed, "threshold_q75": 0.02 * iteration + 0.3}
        records.append(record)
    return pd.DataFrame(records).assign(dataset=dataset, noise="symmetric-20", method=method, seed=seed)


def write_verdicts(study: StudyFiles, method: str, seed: int, verdicts: dict[str, list[Any]]) -> None:
    path = study.results / f"runs/insects/symmetric-20/{method}/seed{seed}/p_clean.parquet"
    path.parent.mkdir(parents=True, exist_ok=True)
    pd.DataFrame(verdicts).to_parquet(path)


@pytest.fixture
def study(tmp_path: Path) -> StudyFiles:
    files = StudyFiles(tmp_path / "results", tmp_path / "data")
    images = [
        StoredImage(f"{number}.png", name, "", np.full((8, 4 + number, 3), 40 * number, dtype=np.uint8))
        for number, name in enumerate(CLASSES)
    ]
    write_store(files.data / "insects", images, {"ant", "bee", NAME})
    (files.results / "noise/insects").mkdir(parents=True)
    pd.DataFrame(NOISE).to_parquet(files.results / "noise/insects/symmetric-20.parquet")
    runs = [(method, seed) for method in ("mcl", "mcl_prism") for seed in (0, 1)]
    curves = [curve(dataset, *run) for dataset in ("insects", "other") for run in runs]
    curves.append(curve("insects", "mcl", 0).assign(noise="symmetric-50", precision_at_1=0.99))
    pd.concat(curves).to_csv(files.results / "curves.csv", index=False)
    for seed in (0, 1):
        write_verdicts(files, "mcl_prism", seed, VERDICTS)
        write_verdicts(files, "mcl", seed, VERDICTS | {"p_clean": [np.nan] * 6, "kept": [-1] * 6, "iteration": [0] * 6})
    return files


@pytest.fixture
def spec() -> Any:
    """Return a function that builds the specification of a figure of the study above, of any kind.

    Changes are of the keys of the specification, or else of the entry.
    """

    def build(kind: str, **changes: Any) -> AnyFigureSpec:
        own: dict[str, Any] = {"methods": {"filtered": "mcl_prism"}, "seeds": [0]} if kind == "examples" else {}
        of_spec = {key: value for key, value in changes.items() if key in AnyFigureSpec.model_fields}
        of_entry = {key: value for key, value in changes.items() if key not in of_spec}
        entry = {"kind": kind, **ENTRIES[kind], **of_entry}
        return AnyFigureSpec.model_validate({**SPEC, **own, **of_spec, "entry": entry})

    return build
