"""How long each job takes: as measured, as jobs like it were measured, or as params.yaml says of its network."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from prism.noise.name import parse_noise
from prism.study.cost import network_iterations, timing_seconds, training_seconds
from prism.study.params import Params
from prism.study.plan.jobs import Job, Jobs
from prism.study.plan.measured import Measured
from prism.study.runs import split_method

Basis = Literal["measured", "like measured", "params.yaml"]
Likeness = tuple[str, ...]


class Time(NamedTuple):
    seconds: float
    basis: Basis
    cpu_seconds: float | None = None  # None where only the time on a GPU is known


def job_times(params: Params, jobs: Jobs, measured: Mapping[str, Measured]) -> dict[str, Time]:
    """The time of every job of which something is known."""
    rates = _rates(params, jobs, measured)
    known: dict[str, Time | None] = {
        file: Time(measured[file].seconds, "measured", measured[file].cpu_seconds)
        if file in measured
        else _expected(params, job, rates)
        for file, job in jobs.items()
    }
    return {file: time for file, time in known.items() if time is not None}


def _expected(params: Params, job: Job, rates: Mapping[Likeness, Measured]) -> Time | None:
    for likeness in _likenesses(params, job):
        if likeness in rates:
            rate, work = rates[likeness], _work(params, job)
            return Time(rate.seconds * work, "like measured", rate.cpu_seconds * work)
    seconds = None
    if job.rule == "train" and job.run:
        seconds = training_seconds(params, job.run)
    elif job.rule == "timing":
        seconds = timing_seconds(params, list(job.timed))
    return None if seconds is None else Time(seconds, "params.yaml")


def _rates(params: Params, jobs: Jobs, measured: Mapping[str, Measured]) -> dict[Likeness, Measured]:
    """What a unit of work takes, on average over the measured jobs that are alike."""
    sums: dict[Likeness, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for file, took in measured.items():
        for likeness in _likenesses(params, jobs[file]):
            for place, value in enumerate((took.seconds, took.cpu_seconds, _work(params, jobs[file]))):
                sums[likeness][place] += value
    return {likeness: Measured(seconds / work, cpu / work) for likeness, (seconds, cpu, work) in sums.items()}


def _likenesses(params: Params, job: Job) -> Iterator[Likeness]:
    """In what a job may be like another of its rule, the closest first; jobs that are the only one of their kind
    in a study, such as a download, are like none."""
    if job.rule == "train" and job.run:
        dataset, method = job.run.dataset, job.run.method
        yield ("train", "variant", dataset, method)
        yield ("train", "method", dataset, split_method(method)[0])
        yield ("train", "dataset", dataset)
        if params.chosen.end_to_end:  # a head on frozen features takes seconds, and scoring it depends on the dataset
            yield ("train", "backbone", job.run.backbone)
    elif job.rule == "noise":
        dataset, _, noise = job.name.partition("/")
        yield ("noise", dataset, parse_noise(noise).kind)
    elif job.rule in ("table", "figure"):
        yield (job.rule,)


def _work(params: Params, job: Job) -> float:
    return float(network_iterations(params, job.run)) if job.rule == "train" and job.run else 1.0
