"""Estimate what a study costs before anything is started; `prism plan` says more."""

from prism.results.settings import RunSettings
from prism.study.params import Params
from prism.study.runs import Run, resolve, study_runs
from prism.study.timings import all_timed_runs


def gpu_hours(params: Params, runs: list[Run]) -> float:
    """Return the GPU-hours of these runs by the backbones' seconds per iteration; 0 if no whole network is trained."""
    return sum(training_seconds(params, resolve(params, run)) or 0.0 for run in runs) / 3600


def training_seconds(params: Params, run: RunSettings) -> float | None:
    """Estimate the seconds of a run's steps on one GPU by its backbone's seconds per iteration; None if unknown."""
    if run.network is None or run.network.seconds_per_iteration is None:
        return None
    return network_iterations(params, run) * run.network.seconds_per_iteration


def network_iterations(params: Params, run: RunSettings) -> int:
    """Return the steps of a training: a method with two networks makes two in each iteration."""
    return run.training.iterations * params.methods[run.method.partition("@")[0]].networks


def timing_seconds(params: Params, runs: list[RunSettings]) -> float | None:
    """Estimate the seconds on one GPU that timing `runs` takes, without filling their memory banks; None if unknown."""
    how = params.active_study.timing
    steps = how.repeats * (how.warm_up + how.iterations)
    known = [seconds / run.training.iterations for run in runs if (seconds := training_seconds(params, run))]
    return steps * sum(known) if len(known) == len(runs) else None


def announcement(params: Params) -> str:
    """Return one line that says how many runs a study has, and about how many GPU-hours they take."""
    runs = study_runs(params)
    timed = [resolve(params, run) for run in all_timed_runs(params)]
    hours = gpu_hours(params, runs) + (timing_seconds(params, timed) or 0.0) / 3600
    cost = f", about {hours:,.0f} GPU-hours" if hours else ", no GPU"
    return f"Study {params.study}: {len(runs)} trainings on {', '.join(params.active_study.datasets)}{cost}."
