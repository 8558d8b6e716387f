"""What the study took, from the benchmark files that Snakemake wrote."""

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from prism.study.plan.measured import Measured, read_benchmark

BY_RUN = ("train",)
RENDERING = (
    "collect",
    "claims",
    "tables",
    "figures",
    "report",
    "pdf",
)  # told by none of them: they run again and again


class Spent(NamedTuple):
    name: str
    jobs: int
    seconds: float
    cpu_seconds: float
    peak_mb: float


class Cost(NamedTuple):
    by_rule: list[Spent]
    by_method: list[Spent]

    @property
    def jobs(self) -> int:
        return sum(spent.jobs for spent in self.by_rule)

    @property
    def core_hours(self) -> float:
        return sum(spent.cpu_seconds for spent in self.by_rule) / 3600


def study_cost(benchmarks: Path, shared: Path, runs: list[str]) -> Cost:
    """Of the rules before rendering, and of the trainings and evaluations of each method, for these runs.

    `benchmarks` are the study's own files, `shared` those of the data that studies share.
    """
    wanted = set(runs)
    by_rule: dict[str, list[Measured]] = defaultdict(list)
    by_method: dict[str, list[Measured]] = defaultdict(list)
    for folder in (shared, benchmarks):
        for path in sorted(folder.rglob("*.tsv")):
            rule, *rest = path.relative_to(folder).with_suffix("").parts
            if rule in RENDERING or (rule in BY_RUN and "/".join(rest) not in wanted):
                continue
            measured = read_benchmark(path)
            by_rule[rule].append(measured)
            if rule in BY_RUN:
                by_method[rest[2].partition("@")[0]].append(measured)
    return Cost(_summed(by_rule), _summed(by_method))


def _summed(groups: dict[str, list[Measured]]) -> list[Spent]:
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
