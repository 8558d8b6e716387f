"""Add up what a study took, from the benchmark files that Snakemake wrote."""

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from prism.study.plan.measured import Measured, read_benchmark

BY_RUN = ("train",)
# Left out: these run again and again, so they are no cost of the study.
RENDERING = ("collect", "claims", "tables", "figures", "report", "pdf")


class Spent(NamedTuple):
    """The jobs of one rule or one method, added up."""

    name: str
    jobs: int
    seconds: float
    cpu_seconds: float
    peak_mb: float


class Cost(NamedTuple):
    """The cost of a study."""

    by_rule: list[Spent]
    by_method: list[Spent]

    @property
    def jobs(self) -> int:
        return sum(spent.jobs for spent in self.by_rule)

    @property
    def core_hours(self) -> float:
        return sum(spent.cpu_seconds for spent in self.by_rule) / 3600


def study_cost(benchmarks: Path, shared: Path, runs: list[str]) -> Cost:
    """Add up the jobs of each rule before rendering, and the trainings of each method; of trainings, those in `runs`.

    `benchmarks` is the folder of the study's own jobs, `shared` that of the data that studies share.
    """
    of_study = set(runs)
    by_rule: dict[str, list[Measured]] = defaultdict(list)
    by_method: dict[str, list[Measured]] = defaultdict(list)
    for folder in (shared, benchmarks):
        for path in sorted(folder.rglob("*.tsv")):
            rule, *rest = path.relative_to(folder).with_suffix("").parts
            if rule in RENDERING or (rule in BY_RUN and "/".join(rest) not in of_study):
                continue
            measured = read_benchmark(path)
            by_rule[rule].append(measured)
            if rule in BY_RUN:
                by_method[rest[2].partition("@")[0]].append(measured)
    return Cost(_added_up(by_rule), _added_up(by_method))


def _added_up(groups: dict[str, list[Measured]]) -> list[Spent]:
    return [
        Spent(
            name,
            len(jobs),
            sum(job.seconds for job in jobs),
            sum(job.cpu_seconds for job in jobs),
            max(job.peak_mb for job in jobs),
        )
        for name, jobs in groups.items()
    ]
