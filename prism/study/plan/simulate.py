"""Simulate a cluster: the longest job that is ready gets the next free GPU; jobs without one never wait."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from heapq import heappop, heappush


@dataclass(frozen=True)
class Task:
    seconds: float
    needs: tuple[str, ...] = ()
    gpu: bool = True


Tasks = Mapping[str, Task]  # each after all that it needs


def makespan(tasks: Tasks, gpus: int) -> float:
    """Return the seconds from the first start to the last end."""
    followers: dict[str, list[str]] = defaultdict(list)
    for name, task in tasks.items():
        for need in task.needs:
            followers[need].append(name)
    waits_for = {name: len(task.needs) for name, task in tasks.items()}
    queue: list[tuple[float, str]] = []  # for a GPU, longest first
    running: list[tuple[float, str]] = []  # by their ends
    now, free = 0.0, gpus

    def release(name: str) -> None:
        if tasks[name].gpu:
            heappush(queue, (-tasks[name].seconds, name))
        else:
            heappush(running, (now + tasks[name].seconds, name))

    for name in [name for name, count in waits_for.items() if not count]:
        release(name)
    while True:
        # All that ends now comes before what starts now: else a short job takes the GPU of a long one just released.
        while running and running[0][0] <= now:
            ended = heappop(running)[1]
            free += tasks[ended].gpu
            for name in followers[ended]:
                waits_for[name] -= 1
                if not waits_for[name]:
                    release(name)
        while queue and free:
            negative, name = heappop(queue)
            heappush(running, (now - negative, name))
            free -= 1
        if not running:
            return now
        now = running[0][0]


def longest_chain(tasks: Tasks) -> list[str]:
    """Return the jobs that would take longest even with a GPU for each, from first to last."""
    ends: dict[str, tuple[float, str | None]] = {}  # the earliest end of each, and the job it waits for
    for name, task in tasks.items():
        start, before = max(((ends[need][0], need) for need in task.needs), default=(0.0, None))
        ends[name] = (start + task.seconds, before)
    chain: list[str] = []
    last: str | None = max(ends, key=lambda name: ends[name][0], default=None)
    while last is not None:
        chain.append(last)
        last = ends[last][1]
    return chain[::-1]


def gpu_seconds(tasks: Tasks) -> float:
    """Return the seconds of all jobs on GPUs together."""
    return sum(task.seconds for task in tasks.values() if task.gpu)
