"""What a study will cost, before anything is started."""

from prism.params.models import Params
from prism.params.runs import Run, resolve, study_runs


def gpu_hours(params: Params, runs: list[Run]) -> float:
    """From the seconds per iteration that the backbones say; 0 where no network is trained end to end."""
    return sum(gpu_seconds(params, run) for run in runs) / 3600


def gpu_seconds(params: Params, run: Run) -> float:
    settings = resolve(params, run)
    if settings.network is None or settings.network.seconds_per_iteration is None:
        return 0.0
    networks = params.methods[run.method.partition("@")[0]].networks
    return settings.training.iterations * settings.network.seconds_per_iteration * networks


def announcement(params: Params) -> str:
    """One line: how many runs, and about how many GPU-hours."""
    runs = study_runs(params)
    hours = gpu_hours(params, runs)
    cost = f", about {hours:,.0f} GPU-hours" if hours else ", no GPU"
    return f"Study {params.study}: {len(runs)} trainings on {', '.join(params.chosen.datasets)}{cost}."
