"""What each table and figure of a study needs, and on what these numbers are based."""

from collections import Counter
from collections.abc import Iterable

from prism.study.plan.amount import hours, size, total
from prism.study.plan.basis import basis_text, left_out
from prism.study.plan.columns import columns
from prism.study.plan.disk import job_bytes
from prism.study.plan.jobs import jobs_by_part
from prism.study.plan.study import StudyPlan


def parts_text(plan: StudyPlan) -> list[str]:
    """A line a table or figure, their total, and what they are based on."""
    parts = jobs_by_part(plan.params, plan.jobs)
    run_uses = Counter(run for runs, _ in parts.values() for run in runs)
    job_uses = Counter(job for _, jobs in parts.values() for job in jobs)
    rows = [["", "runs", "shared", "jobs", "own", plan.unit, "disk"]]
    for name, (runs, jobs) in parts.items():
        shared = sum(run_uses[run] > 1 for run in runs)
        own = sum(job_uses[job] == 1 for job in jobs)
        rows.append([name, str(len(runs)), str(shared), str(len(jobs)), str(own), *_cost(plan, jobs)])
    shared = sum(uses > 1 for uses in run_uses.values())
    rows.append(["total", str(len(run_uses)), str(shared), str(len(plan.jobs)), "", *_cost(plan, plan.jobs)])
    return [*columns(rows), "", *_notes(plan)]


def _cost(plan: StudyPlan, jobs: Iterable[str]) -> tuple[str, str]:
    listed = list(jobs)
    disk = total(job_bytes(plan.params, plan.jobs[job], plan.folder) for job in listed)
    return plan.computing(listed).written(hours), disk.written(size)


def _notes(plan: StudyPlan) -> list[str]:
    notes = [
        "shared: runs that another table or figure needs too; the total counts them once.",
        "jobs: all that would make this table or figure alone; own: those of them that no other needs.",
        f"{plan.unit}: {basis_text(plan, plan.computed)}.",
        left_out(plan),
        "disk: decoded images, 3 bytes a pixel; features and models, 4 bytes a value. Downloads (`python -m prism data "
        "status`), labels, logs and reports come on top.",
        "> is a lower bound: the rest is unknown.",
    ]
    return [note for note in notes if note is not None]
