"""Say what each table and figure of a study needs, and on what these numbers are based."""

from collections import Counter
from collections.abc import Iterable

from prism.study.graph import JobKey
from prism.study.graph.context import run_key
from prism.study.plan.basis import basis_text, left_out
from prism.study.plan.disk import job_bytes
from prism.study.plan.format import columns, hours, size, total
from prism.study.plan.study_plan import StudyPlan
from prism.study.runs import Run, figure_runs, table_runs
from prism.study.timings import timing_tables


def parts_text(plan: StudyPlan) -> list[str]:
    """Return a line a table or figure, their total, and what the numbers are based on."""
    parts = jobs_by_part(plan)
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


def jobs_by_part(plan: StudyPlan) -> dict[str, tuple[list[Run], set[JobKey]]]:
    """Return for each table and figure its runs, and the jobs that would make it alone."""
    params, timed = plan.params, timing_tables(plan.params)
    parts = {}
    for name in params.active_study.tables:
        key = JobKey("timing_table" if name in timed else "table", (("table", name),))
        parts[f"table {name}"] = _alone(plan, key, table_runs(params, name))
    for name in params.active_study.figures:
        parts[f"figure {name}"] = _alone(plan, JobKey("figure", (("figure", name),)), figure_runs(params, name))
    return parts


def _alone(plan: StudyPlan, key: JobKey, runs: list[Run]) -> tuple[list[Run], set[JobKey]]:
    """Return the runs of a part, each once, and its jobs; of all runs that are collected, only its own count."""
    own = list(dict.fromkeys(runs))
    needs = plan.jobs[key].needs()
    collected = JobKey("collect")
    before = [need for need in needs if need != collected]
    if collected in needs:
        before += [run_key(run) for run in own]
    return own, {*plan.graph.before(before), key}


def _cost(plan: StudyPlan, keys: Iterable[JobKey]) -> tuple[str, str]:
    listed = list(keys)
    disk = total(job_bytes(plan.params, plan.jobs[key], plan.folder) for key in listed)
    return plan.cost(listed).written(hours), disk.written(size)


def _notes(plan: StudyPlan) -> list[str]:
    notes = [
        "shared: runs that another table or figure needs too; the total counts them once.",
        "jobs: all that would make this table or figure alone; own: those of them that no other needs.",
        f"{plan.unit}: {basis_text(plan, plan.counted)}.",
        left_out(plan),
        "disk: decoded images, 3 bytes a pixel; features and models, 4 bytes a value. Downloads (`prism data status`),"
        " labels, logs and reports come on top.",
        "> is a lower bound: the rest is unknown.",
    ]
    return [note for note in notes if note is not None]
