"""How long each job takes: as measured, as jobs like it were measured, or as params.yaml says of its network."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from prism.noise.name import parse_noise
from prism.study.cost import network_iterations
from prism.study.graph import Job, JobKey
from prism.study.params import Params
from prism.study.plan.measured import Measured
from prism.study.runs import split_method

Basis = Literal["measured", "like measured", "params.yaml"]
Likeness = tuple[str, ...]


class Time(NamedTuple):
    seconds: float
    basis: Basis
    cpu_seconds: float | None = None  # None where only the time on a GPU is known


def job_times(params: Params, jobs: Mapping[JobKey, Job], measured: Mapping[JobKey, Measured]) -> dict[JobKey, Time]:
    """Return the time of every job of which something is known."""
    rates = _rates(params, jobs, measured)
    known: dict[JobKey, Time | None] = {
        key: Time(measured[key].seconds, "measured", measured[key].cpu_seconds)
        if key in measured
        else _expected(params, job, rates)
        for key, job in jobs.items()
    }
    return {key: time for key, time in known.items() if time is not None}


def _expected(params: Params, job: Job, rates: Mapping[Likeness, Measured]) -> Time | None:
    for likeness in _likenesses(params, job):
        if likeness in rates:
            rate, work = rates[likeness], _work(params, job)
            return Time(rate.seconds * work, "like measured", rate.cpu_seconds * work)
    return None if job.seconds is None else Time(job.seconds, "params.yaml")


def _rates(params: Params, jobs: Mapping[JobKey, Job], measured: Mapping[JobKey, Measured]) -> dict[Likeness, Measured]:
    """Return what a unit of work takes, on average over the measured jobs that are alike."""
    sums: dict[Likeness, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for key, took in measured.items():
        for likeness in _likenesses(params, jobs[key]):
            for place, value in enumerate((took.seconds, took.cpu_seconds, _work(params, jobs[key]))):
                sums[likeness][place] += value
    return {likeness: Measured(seconds / work, cpu / work) for likeness, (seconds, cpu, work) in sums.items()}


def _likenesses(params: Params, job: Job) -> Iterator[Likeness]:
    """Yield in what a job may be like another of its rule, the closest first.

    Jobs that are the only one of their kind in a study, such as a download, are like none.
    """
    wildcards = dict(job.key.wildcards)
    if job.trained:
        dataset, method = job.trained.dataset, job.trained.method
        yield ("train", "variant", dataset, method)
        yield ("train", "method", dataset, split_method(method)[0])
        yield ("train", "dataset", dataset)
        if (
            params.active_study.end_to_end
        ):  # a head on frozen features takes seconds, and scoring it depends on the dataset
            yield ("train", "backbone", job.trained.backbone)
    elif job.rule == "noise":
        yield ("noise", wildcards["dataset"], parse_noise(wildcards["noise"]).kind)
    elif job.rule in ("table", "figure"):
        yield (job.rule,)


def _work(params: Params, job: Job) -> float:
    return float(network_iterations(params, job.trained)) if job.trained else 1.0
