"""Simulate a study on so many GPUs, and say what keeps it from being faster."""

from collections import Counter
from collections.abc import Sequence

from prism.errors import PrismError
from prism.study.plan.basis import basis_text
from prism.study.plan.format import columns, duration
from prism.study.plan.simulate import Task, Tasks, gpu_seconds, longest_chain, makespan
from prism.study.plan.study_plan import StudyPlan


def cluster_text(plan: StudyPlan, gpus: Sequence[int]) -> list[str]:
    """Return a line a number of GPUs; nothing where none is asked for."""
    if not gpus:
        return []
    if not plan.on_gpus:
        raise PrismError(f"study {plan.params.study} trains on CPUs and needs no GPU: leave out --gpus.")
    times = plan.times
    tasks = {
        job.benchmark: Task(
            times[key].seconds if key in times else 0.0,
            tuple(plan.jobs[need].benchmark for need in job.needs()),
            bool(job.resources.gpus),
        )
        for key, job in plan.jobs.items()
    }
    rows = [["GPUs", "makespan", "GPUs busy", "bounded by"]]
    for count in sorted(set(gpus)):
        seconds = makespan(tasks, count)
        busy = gpu_seconds(tasks) / (count * seconds) if seconds else 0.0
        rows.append([str(count), duration(seconds), f"{busy:.0%}", bound(plan, tasks, count)])
    unknown = Counter(job.rule for key, job in plan.jobs.items() if key not in times)
    missing = ", ".join(f"{count} {rule}" for rule, count in unknown.items())
    return [
        "Simulated from nothing to the report: the longest job that is ready gets the next free GPU; jobs without a "
        "GPU never wait.",
        "",
        *columns(rows, left=(3,)),
        "",
        f"No number of GPUs makes it shorter than its longest chain: {_chain_text(plan, tasks)}.",
        f"Times: {basis_text(plan, plan.jobs)}.",
        *([f"Unknown times count as nothing: {missing}."] if unknown else []),
    ]


def bound(plan: StudyPlan, tasks: Tasks, gpus: int) -> str:
    """Return what bounds the study: each GPU's share of the work or the longest chain of jobs, whichever is longer."""
    share = gpu_seconds(tasks) / gpus
    if share >= sum(tasks[name].seconds for name in longest_chain(tasks)):
        return f"total work, {duration(share)} on each GPU"
    return f"longest chain, {_chain_text(plan, tasks)}"


def _chain_text(plan: StudyPlan, tasks: Tasks) -> str:
    """Return how long the longest chain takes, and the job that takes most of it."""
    chain = longest_chain(tasks)
    longest = max(chain, key=lambda name: tasks[name].seconds)
    whole, part = sum(tasks[name].seconds for name in chain), tasks[longest].seconds
    label = next(job.label for job in plan.jobs.values() if job.benchmark == longest)
    return f"{duration(whole)}, mostly {label} ({duration(part)})"
