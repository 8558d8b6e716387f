"""Read what a dry run of Snakemake plans."""

import re


def planned_jobs(output: str) -> dict[str, int]:
    """Return how many jobs of each rule a dry run lists, without the PDF, which needs LaTeX."""
    table = output.partition("Job stats:")[2].partition("total")[0]
    return {
        rule: int(count) for rule, count in re.findall(r"^(\w+) +(\d+)$", table, flags=re.MULTILINE) if rule != "pdf"
    }


def listed_jobs(output: str) -> list[str]:
    """Split a dry run's output into one text for each job, from its rule's name on; grouped jobs are indented."""
    return re.split(r"^ *(?:local)?rule ", output, flags=re.MULTILINE)[1:]


def planned_methods(output: str) -> set[str]:
    """Return the methods whose trainings a dry run plans."""
    trainings = [job for job in listed_jobs(output) if job.startswith("train:")]
    return {re.search(r"method=(.*), seed=", job)[1] for job in trainings}  # type: ignore[index]
