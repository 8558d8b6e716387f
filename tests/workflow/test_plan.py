"""`prism plan` counts the jobs that Snakemake plans."""

import re

import pytest

from plan import listed_jobs
from prism.study import load
from prism.study.graph import Graph
from project import ROOT, Project

PARAMS = load(ROOT / "params.yaml")


def listed(job: str, key: str) -> list[str]:
    found = re.search(rf"^ +{key}: (.*)$", job, flags=re.MULTILINE)
    return found[1].split(", ") if found else []


@pytest.mark.parametrize("study", PARAMS.studies)
def test_jobs_and_what_they_need_are_those_of_the_workflow(clone: Project, study: str) -> None:
    planned_text = clone.plan(study=study).partition("Job stats:")[2]
    jobs = [job for job in listed_jobs(planned_text) if not job.startswith(("all:", "pdf:"))]
    makers = {output: job for job in jobs for output in listed(job, "output")}
    planned = {}
    for job in jobs:
        (benchmark,) = listed(job, "benchmark")
        before = {listed(makers[name], "benchmark")[0] for name in listed(job, "input") if name in makers}
        planned[benchmark] = (job.partition(":")[0], before)
    jobs_of_graph = Graph(PARAMS.model_copy(update={"study": study})).whole()
    assert planned == {
        job.benchmark: (job.rule, {jobs_of_graph[need].benchmark for need in job.needs()})
        for job in jobs_of_graph.values()
    }
