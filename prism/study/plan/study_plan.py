"""All that a plan is made of: the jobs of a study, what is known of their times, and where its files are."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from prism.study.graph import Graph, Job, JobKey
from prism.study.params import Params
from prism.study.plan.estimate import Time, job_times
from prism.study.plan.format import UNKNOWN, Amount, total
from prism.study.plan.measured import Measured, read_benchmark


@dataclass(frozen=True)
class StudyPlan:
    params: Params
    folder: Path  # in which the workflow runs
    graph: Graph
    jobs: dict[JobKey, Job]  # each after all that it needs
    measured: dict[JobKey, Measured]  # of the jobs that are done
    times: dict[JobKey, Time]  # of the jobs of which something is known

    @property
    def on_gpus(self) -> bool:
        """Return whether GPUs are what the study costs; a study that needs none costs cores."""
        return self.params.active_study.trains_on_gpu

    @property
    def unit(self) -> str:
        """Return the unit in which the cost of the study is counted."""
        return "GPU-hours" if self.on_gpus else "core-hours"

    @property
    def counted(self) -> list[JobKey]:
        """Return the jobs that count as cost: those on a GPU, or all jobs of a study that needs none."""
        return [key for key, job in self.jobs.items() if job.resources.gpus or not self.on_gpus]

    def cost(self, keys: Iterable[JobKey]) -> Amount:
        """Return the seconds of GPUs, or of cores, that these jobs take."""
        wanted = set(keys)
        return total(self._seconds(key) for key in self.counted if key in wanted)

    def _seconds(self, key: JobKey) -> Amount:
        time = self.times.get(key)
        seconds = time and (time.seconds if self.on_gpus else time.cpu_seconds)
        return UNKNOWN if seconds is None else Amount(seconds)


def study_plan(params: Params, folder: Path) -> StudyPlan:
    """Return the plan of the active study as the workflow runs it in `folder`."""
    graph = Graph(params)
    jobs = graph.whole()
    measured = {
        key: read_benchmark(folder / job.benchmark) for key, job in jobs.items() if (folder / job.benchmark).exists()
    }
    return StudyPlan(params, folder, graph, jobs, measured, job_times(params, jobs, measured))
