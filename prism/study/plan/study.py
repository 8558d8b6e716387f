"""All that a plan is made of: the jobs of a study, what is known of their times, and where its files are."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from prism.study.params import Params
from prism.study.plan.amount import UNKNOWN, Amount, total
from prism.study.plan.estimate import Time, job_times
from prism.study.plan.jobs import Jobs, study_jobs
from prism.study.plan.measured import Measured, read_measured


@dataclass(frozen=True)
class StudyPlan:
    params: Params
    folder: Path  # in which the workflow runs
    jobs: Jobs
    measured: dict[str, Measured]  # of the jobs that are done
    times: dict[str, Time]  # of the jobs of which something is known

    @property
    def on_gpus(self) -> bool:
        """Whether GPUs are what the study costs; a study of frozen features costs cores."""
        return self.params.chosen.end_to_end is not None

    @property
    def unit(self) -> str:
        return "GPU-hours" if self.on_gpus else "core-hours"

    @property
    def computed(self) -> list[str]:
        """The jobs that count: those on a GPU, or all of a study without."""
        return [file for file, job in self.jobs.items() if job.gpu or not self.on_gpus]

    def computing(self, jobs: Iterable[str]) -> Amount:
        """Seconds of GPUs, or of cores, that these jobs take."""
        wanted = set(jobs)
        return total(self._seconds(file) for file in self.computed if file in wanted)

    def _seconds(self, file: str) -> Amount:
        time = self.times.get(file)
        seconds = time and (time.seconds if self.on_gpus else time.cpu_seconds)
        return UNKNOWN if seconds is None else Amount(seconds)


def study_plan(params: Params, folder: Path) -> StudyPlan:
    jobs = study_jobs(params)
    measured = read_measured(jobs, folder)
    return StudyPlan(params, folder, jobs, measured, job_times(params, jobs, measured))
