"""The graph of a study: every job, the files it reads and makes, and the code, settings and resources it takes.

The rules of the workflow and `prism plan` both ask here. A stage of the workflow is a module here; a rule is a function
of its name, which takes the rule's wildcards and returns the job.
"""

from collections.abc import Callable, Iterable
from functools import cache, cached_property

from prism.study.graph import data, noise, render, train
from prism.study.graph.context import StudyContext
from prism.study.graph.job import Job, JobKey
from prism.study.params import Params

__all__ = ["RULES", "Graph", "Job", "JobKey"]

RULES: dict[str, Callable[..., Job]] = {
    "download": data.download,
    "prepare": data.prepare,
    "weights": data.weights,
    "pretrain": data.pretrain,
    "features": data.features,
    "noise": noise.noise,
    "authors_list": noise.authors_list,
    "train": train.train,
    "timing": train.timing,
    "collect": train.collect,
    "table": render.table,
    "timing_table": render.timing_table,
    "figure": render.figure,
    "claims": render.claims,
    "report": render.report,
    "pdf": render.pdf,
}


class Graph:
    """The jobs of the active study, each made when it is asked for and then kept."""

    def __init__(self, params: Params) -> None:
        self.context = StudyContext(params)
        self.layout = self.context.layout
        self._made = cache(self._make)

    def job(self, key: JobKey) -> Job:
        """Return the job with this key."""
        return self._made(key)

    def _make(self, key: JobKey) -> Job:
        return RULES[key.rule](self.context, **dict(key.wildcards))

    def before(self, keys: Iterable[JobKey]) -> dict[JobKey, Job]:
        """Return these jobs and all that must be done before them, each after what it needs."""
        found: dict[JobKey, Job] = {}

        def visit(key: JobKey) -> None:
            if key not in found:
                job = self.job(key)
                for need in job.needs():
                    visit(need)
                found[key] = job

        for key in keys:
            visit(key)
        return found

    def outputs(self, *rules: str) -> list[str]:
        """Return the files that all jobs of these rules make."""
        return [file for job in self.whole().values() if job.rule in rules for file in job.outputs.values()]

    def wildcard(self, name: str) -> set[str]:
        """Return the values that a wildcard has in the jobs of the study."""
        return {value for key in self.whole() for wildcard, value in key.wildcards if wildcard == name}

    def whole(self) -> dict[JobKey, Job]:
        """Return every job of the study up to its report, but not the PDF, for which LaTeX must be there."""
        return self._whole

    @cached_property
    def _whole(self) -> dict[JobKey, Job]:
        return self.before([JobKey("report")])
