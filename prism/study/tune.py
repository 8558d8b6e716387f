"""Choose hyper-parameters on training classes alone: every method gets the same search with as many trials."""

import os
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
from tqdm import tqdm

from prism.errors import NonFiniteError, PrismError
from prism.io.files import atomic
from prism.noise.settings import Noise
from prism.results.settings import RunSettings
from prism.runtime.workers import start_worker
from prism.study.held_out import StudyInputs, held_out_data, study_inputs
from prism.study.params import Grid, Params, Tuning
from prism.study.runs import Run, resolve, variant, why_undefined
from prism.training.loop import train

SCORES = ["precision_at_1", "map_at_r"]


class Trial(NamedTuple):
    """One training of a search."""

    method: str
    noise: str
    values: tuple[float, ...]  # of the grid's keys


def tune_methods(params: Params, methods: Iterable[str], dataset: str | None, output: Path, processes: int) -> None:
    """Try the whole grid of each method under each noise of the active study's search, several trials at a time.

    The trials are of the study's first dataset, unless another is named.

    All trials of a method are written to `output`/METHOD.csv, best first, whenever one of them ends; those that are
    there already are not made again. A trial's score is its MAP@R on held-out training classes at the last iteration,
    averaged over noises, and 0 if its loss turned infinite.
    """
    known = params.active_study.datasets
    dataset = dataset or known[0]
    if dataset not in known:
        raise PrismError(f"--dataset is {dataset!r}, but the study {params.study} has {', '.join(known)}.")
    tables = {method: _Trials(params, method, output / f"{method}.csv") for method in methods}
    waiting = [trial for table in tables.values() for trial in table.missing()]
    if not waiting:
        return
    score = partial(_score, files=study_inputs(params, dataset), tuning=params.active_tuning, noise=params.noise)
    with ProcessPoolExecutor(processes, get_context("spawn"), _start_quiet_worker) as pool:
        started = {pool.submit(score, trial_run(params, trial, dataset)): trial for trial in waiting}
        for done in tqdm(as_completed(started), f"study {params.study}", total=len(started), unit="trial"):
            tables[started[done].method].add(started[done], done.result())


class _Trials:
    """The trials of one method, kept in a CSV file."""

    def __init__(self, params: Params, method: str, path: Path) -> None:
        if method not in params.methods:
            raise PrismError(f"method {method!r} is unknown: it must be one of {', '.join(params.methods)}.")
        self.method, self.path = method, path
        self.grid = method_grid(params, method)
        noises = [noise for noise in params.active_tuning.noise if why_undefined(params, method, noise) is None]
        self.all = [Trial(method, noise, values) for noise in noises for values in product(*self.grid.values())]
        self.table = pd.DataFrame(columns=["method", "noise", *self.grid, *SCORES])
        if path.exists():
            self.table = pd.read_csv(path).reindex(columns=self.table.columns)

    def missing(self) -> list[Trial]:
        """Return the trials that are not in the file yet."""
        keys = self.table[["noise", *self.grid]].itertuples(index=False, name=None)
        there = {(noise, *map(float, values)) for noise, *values in keys}
        return [trial for trial in self.all if (trial.noise, *map(float, trial.values)) not in there]

    def add(self, trial: Trial, scores: dict[str, float]) -> None:
        """Write the file with one more trial, the best mean over noises first."""
        row = {"method": self.method, "noise": trial.noise, **dict(zip(self.grid, trial.values, strict=True)), **scores}
        self.table = pd.DataFrame([*self.table.to_dict("records"), row])
        shown = self.table.assign(mean_map_at_r=self.table.groupby(list(self.grid))["map_at_r"].transform("mean"))
        shown = shown.sort_values(["mean_map_at_r", "noise"], ascending=[False, True])
        with atomic(self.path) as temporary:
            shown.to_csv(temporary, index=False, float_format="%.6g")


def method_grid(params: Params, method: str) -> Grid:
    """Return the values that are tried for a method; methods with proxies get a grid of the same size."""
    has_proxies = "proxy_learning_rate" in params.methods[method].settings
    return params.active_tuning.grid_with_proxies if has_proxies else params.active_tuning.grid


def trial_run(params: Params, trial: Trial, dataset: str) -> RunSettings:
    """Return the settings of a trial, which is scored at its last iteration alone."""
    values: dict[str, Any] = dict(zip(method_grid(params, trial.method), trial.values, strict=True))
    method = variant(params, trial.method, values)
    run = resolve(params, Run(dataset, trial.noise, method, params.active_tuning.seed))
    return run.model_copy(
        update={"training": run.training.model_copy(update={"evaluate_every": run.training.iterations})}
    )


def _start_quiet_worker() -> None:
    """Start a worker that leaves the terminal to the progress of the whole search."""
    start_worker()
    sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  as long as the process lives


def _score(run: RunSettings, files: StudyInputs, tuning: Tuning, noise: Noise) -> dict[str, float]:
    """Train one trial, and return its scores on the held-out classes."""
    try:
        last = train(run, held_out_data(run, files, tuning, noise), weights=files.weights).journal.records[-1]
    except NonFiniteError:
        return dict.fromkeys(SCORES, 0.0)
    return {name: last[name] for name in SCORES}
