"""A study as its trainings would leave it, with made scores: for tests of what is rendered from it."""

import json
from pathlib import Path

import numpy as np

from prism.io.files import write_json
from prism.results.evaluate import SCORES
from prism.results.settings import RunSettings
from prism.study.params import Params
from prism.study.runs import resolve, study_runs
from prism.study.timings import timing_settings, timing_tables

ROOT = Path(__file__).parents[2]
MACHINE = {"node": "n", "cpu": "Some CPU <&>", "processor": "p", "system": "Some_System 100%"}
CHECKSUMS = {"index": "1" * 64, "features": "2" * 64, "noise": "3" * 64}


def write_study(params: Params, results: Path, keep: float = 1.0) -> None:
    """Files of the first share `keep` of the chosen study's runs, of its noise and its measured times."""
    rng = np.random.default_rng(0)
    runs = study_runs(params)
    for run in runs[: round(keep * len(runs))]:
        _write_run(results / "runs" / run.path, resolve(params, run), rng)
        write_json(results / "noise" / run.dataset / f"{run.noise}.json", _noise(run.noise))
    for table in timing_tables(params):
        for dataset in params.chosen.tables[table]:
            _write_timing(params, table, dataset, results / "timing" / table / f"{dataset}.json", rng)


def _write_run(folder: Path, settings: RunSettings, rng: np.random.Generator) -> None:
    told = settings.model_dump(mode="json", exclude_none=True)
    steps = [0, settings.training.iterations // 2, settings.training.iterations]
    log = [
        {"iteration": step, **{score: float(rng.uniform(0.2, 0.8)) for score in SCORES if score != "iteration"}}
        for step in steps
    ]
    write_json(
        folder / "run.json",
        {
            "settings": told, "commit": "c" * 40, "modified": False, "lock_sha256": "4" * 64, "threads": 1,
            "device": "cpu", "machine": MACHINE, "versions": {"python": "3.11", "torch": "2.7"},
            "data_sha256": CHECKSUMS, "seconds_per_1000_iterations": 2.5,
        },
    )  # fmt: skip
    write_json(
        folder / "metrics.json",
        {"settings": told, "data_sha256": CHECKSUMS, "last": log[-1], "best_on_test": log[1], "curve": log,
         "detection": None},
    )  # fmt: skip
    (folder / "log.jsonl").write_text("".join(json.dumps(record) + "\n" for record in log))


def _noise(name: str) -> dict[str, object]:
    return {"name": name, "images": 10, "missing_images": 0, "realised_rate": 0.1, "classes_before": 2,
            "classes_after": 2, "sha256": "5" * 64}  # fmt: skip


def _write_timing(params: Params, table: str, dataset: str, path: Path, rng: np.random.Generator) -> None:
    settings = timing_settings(params, table, dataset)
    methods = {}
    for run in settings.runs:
        blocks = sorted(rng.uniform(0.01, 0.02, 3).tolist())
        quartiles = {"median": 5000 * blocks[1], "lower_quartile": 5000 * blocks[0], "upper_quartile": 5000 * blocks[2]}
        methods[run.method] = {
            "seconds_per_iteration": {"blocks": blocks},
            "seconds_per_5000_iterations": quartiles,
        }
    told = settings.model_dump(mode="json", exclude_none=True)
    write_json(path, {"settings": told, "methods": methods, "threads": 1, "device": "cpu", "machine": MACHINE})
