"""What the jobs that are done took, by rule and by method."""

from collections import defaultdict

from prism.study.plan.amount import duration, hours, size
from prism.study.plan.basis import basis_text
from prism.study.plan.columns import columns
from prism.study.plan.study import StudyPlan


def spent_text(plan: StudyPlan) -> list[str]:
    """Two tables and what is still to do; nothing where no job is done."""
    if not plan.measured:
        return []
    by_rule: dict[str, list[str]] = defaultdict(list)
    by_method: dict[str, list[str]] = defaultdict(list)
    for file, job in plan.jobs.items():
        by_rule[job.rule].append(file)
        if job.run:
            by_method[job.run.method.partition("@")[0]].append(file)
    return [
        f"Measured, from the benchmark files of {len(plan.measured):,} of {len(plan.jobs):,} jobs:",
        "",
        *_table(plan, "rule", by_rule),
        "",
        *_table(plan, "method", by_method),
        "",
        _to_do(plan),
    ]


def _table(plan: StudyPlan, head: str, groups: dict[str, list[str]]) -> list[str]:
    rows = [[head, "done", "of", "time", "core time", "peak memory", "slowest", ""]]
    for name, files in groups.items():
        done = [file for file in files if file in plan.measured]
        took = [plan.measured[file] for file in done]
        cells = ["", "", "", "", ""]
        if took:
            slowest = max(done, key=lambda file: plan.measured[file].seconds)
            cells = [
                duration(sum(job.seconds for job in took)),
                duration(sum(job.cpu_seconds for job in took)),
                size(max(job.peak_mb for job in took) * 2**20),
                duration(plan.measured[slowest].seconds),
                plan.jobs[slowest].name,
            ]
        rows.append([name, str(len(done)), str(len(files)), *cells])
    return columns(rows, left=(0, 7))


def _to_do(plan: StudyPlan) -> str:
    jobs = [file for file in plan.jobs if file not in plan.measured]
    if not jobs:
        return "Nothing is left to do."
    counted = [file for file in plan.computed if file not in plan.measured]
    left = plan.computing(jobs).written(hours)
    return f"Still to do: {len(jobs):,} jobs, {left} {plan.unit}: {basis_text(plan, counted)}."
