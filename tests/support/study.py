"""Write a study as its trainings would leave it, with random scores, for tests of what is rendered from it."""

from pathlib import Path

import numpy as np

from prism.io.records import write_record
from prism.metrics.registry import score_names
from prism.noise.records import NoiseDescription
from prism.noise.settings import Noise
from prism.results.log import write_log
from prism.results.metrics import summarise
from prism.results.run import RunFolder
from prism.results.settings import RunSettings
from prism.results.timing import BlockTimes, MethodTimes, TimeQuartiles, TimingRecord
from prism.study.params import Params
from prism.study.runs import resolve, study_runs
from prism.study.timings import timing_settings, timing_tables
from records import PROVENANCE, run_record

ROOT = Path(__file__).parents[2]
SCORES = score_names()


def write_study(params: Params, results: Path, keep: float = 1.0) -> None:
    """Write the files of the first share `keep` of the study's runs, of its noise and of its measured times."""
    rng = np.random.default_rng(0)
    runs = study_runs(params)
    for run in runs[: round(keep * len(runs))]:
        _write_run(RunFolder(results / "runs" / run.path), resolve(params, run), rng)
        write_record(results / "noise" / run.dataset / f"{run.noise}.json", _noise(run.noise))
    for table in timing_tables(params):
        for dataset in params.active_study.tables[table]:
            _write_timing(params, table, dataset, results / "timing" / table / f"{dataset}.json", rng)


def _write_run(folder: RunFolder, settings: RunSettings, rng: np.random.Generator) -> None:
    steps = [0, settings.training.iterations // 2, settings.training.iterations]
    log = [{"iteration": step, **{score: float(rng.uniform(0.2, 0.8)) for score in SCORES}} for step in steps]
    write_record(folder.record, run_record(settings))
    write_record(folder.metrics, summarise(settings, PROVENANCE["data_sha256"], log, None))
    write_log(folder.log, log)


def _noise(name: str) -> NoiseDescription:
    return NoiseDescription(
        name=name, settings=Noise(seed=0, images_per_cluster=2), nominal_rate=0.1, realised_rate=0.1, images=10,
        missing_images=0, classes_before=2, classes_after=2, eliminated_classes=[], transitions=[], sha256="5" * 64,
    )  # fmt: skip


def _write_timing(params: Params, table: str, dataset: str, path: Path, rng: np.random.Generator) -> None:
    settings = timing_settings(params, table, dataset)
    methods = {}
    for run in settings.runs:
        blocks = sorted(rng.uniform(0.01, 0.02, 3).tolist())
        middle = {"median": blocks[1], "lower_quartile": blocks[0], "upper_quartile": blocks[2]}
        methods[run.method] = MethodTimes(
            seconds_per_iteration=BlockTimes(blocks=blocks, **middle),
            seconds_per_5000_iterations=TimeQuartiles(**{name: 5000 * value for name, value in middle.items()}),
        )
    write_record(path, TimingRecord(settings=settings, methods=methods, classes=2, samples=4, **PROVENANCE))
