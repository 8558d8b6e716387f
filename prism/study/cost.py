"""What a study will cost, before anything is started; `python -m prism plan` says more."""

from prism.results.settings import RunSettings
from prism.study.params import Params
from prism.study.runs import Run, resolve, study_runs
from prism.study.timings import all_timed_runs


def gpu_hours(params: Params, runs: list[Run]) -> float:
    """From the seconds per iteration that the backbones say; 0 where no network is trained end to end."""
    return sum(training_seconds(params, resolve(params, run)) or 0.0 for run in runs) / 3600


def training_seconds(params: Params, run: RunSettings) -> float | None:
    """Of a run's steps on one GPU, by its backbone's seconds per iteration; None where nobody has said them."""
    if run.network is None or run.network.seconds_per_iteration is None:
        return None
    return network_iterations(params, run) * run.network.seconds_per_iteration


def network_iterations(params: Params, run: RunSettings) -> int:
    """The work of a training: a method that trains two networks makes two steps an iteration."""
    return run.training.iterations * params.methods[run.method.partition("@")[0]].networks


def timing_seconds(params: Params, runs: list[RunSettings]) -> float | None:
    """Of timing these on one GPU, by the same estimate; what fills their memory banks before is less than that."""
    how = params.chosen.timing
    steps = how.repeats * (how.warm_up + how.iterations)
    known = [seconds / run.training.iterations for run in runs if (seconds := training_seconds(params, run))]
    return steps * sum(known) if len(known) == len(runs) else None


def announcement(params: Params) -> str:
    """One line: how many runs, and about how many GPU-hours."""
    runs = study_runs(params)
    timed = [resolve(params, run) for run in all_timed_runs(params)]
    hours = gpu_hours(params, runs) + (timing_seconds(params, timed) or 0.0) / 3600
    cost = f", about {hours:,.0f} GPU-hours" if hours else ", no GPU"
    return f"Study {params.study}: {len(runs)} trainings on {', '.join(params.chosen.datasets)}{cost}."
