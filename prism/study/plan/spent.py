"""Say what the jobs that are done took, by rule and by method."""

from collections import defaultdict

from prism.study.graph import JobKey
from prism.study.plan.basis import basis_text
from prism.study.plan.format import columns, duration, hours, size
from prism.study.plan.study_plan import StudyPlan
from prism.study.runs import split_method


def spent_text(plan: StudyPlan) -> list[str]:
    """Return two tables and what is still to do; nothing where no job is done."""
    if not plan.measured:
        return []
    by_rule: dict[str, list[JobKey]] = defaultdict(list)
    by_method: dict[str, list[JobKey]] = defaultdict(list)
    for key, job in plan.jobs.items():
        by_rule[job.rule].append(key)
        if job.trained:
            by_method[split_method(job.trained.method)[0]].append(key)
    return [
        f"Measured, from the benchmark files of {len(plan.measured):,} of {len(plan.jobs):,} jobs:",
        "",
        *_table(plan, "rule", by_rule),
        "",
        *_table(plan, "method", by_method),
        "",
        _to_do(plan),
    ]


def _table(plan: StudyPlan, head: str, groups: dict[str, list[JobKey]]) -> list[str]:
    rows = [[head, "done", "of", "time", "core time", "peak memory", "slowest", ""]]
    for name, keys in groups.items():
        done = [key for key in keys if key in plan.measured]
        took = [plan.measured[key] for key in done]
        cells = ["", "", "", "", ""]
        if took:
            slowest = max(done, key=lambda key: plan.measured[key].seconds)
            cells = [
                duration(sum(job.seconds for job in took)),
                duration(sum(job.cpu_seconds for job in took)),
                size(max(job.peak_mb for job in took) * 2**20),
                duration(plan.measured[slowest].seconds),
                plan.jobs[slowest].name,
            ]
        rows.append([name, str(len(done)), str(len(keys)), *cells])
    return columns(rows, left=(0, 7))


def _to_do(plan: StudyPlan) -> str:
    jobs = [key for key in plan.jobs if key not in plan.measured]
    if not jobs:
        return "Nothing is left to do."
    counted = [key for key in plan.counted if key not in plan.measured]
    left = plan.cost(jobs).written(hours)
    return f"Still to do: {len(jobs):,} jobs, {left} {plan.unit}: {basis_text(plan, counted)}."
