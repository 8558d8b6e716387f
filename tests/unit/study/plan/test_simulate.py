from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.study.plan.simulate import Task, gpu_seconds, longest_chain, makespan


def test_three_jobs_on_two_gpus() -> None:
    """The longest first: one GPU gets 3, the other 2 and then 2."""
    tasks = {"a": Task(2), "b": Task(3), "c": Task(2)}
    assert makespan(tasks, gpus=1) == 7
    assert makespan(tasks, gpus=2) == 4
    assert makespan(tasks, gpus=3) == 3
    assert gpu_seconds(tasks) == 7


def test_a_job_waits_for_what_it_needs() -> None:
    tasks = {"noise": Task(1, gpu=False), "train": Task(5, ("noise",)), "evaluate": Task(2, ("train",), gpu=False)}
    assert makespan(tasks, gpus=8) == 8
    assert longest_chain(tasks) == ["noise", "train", "evaluate"]
    assert gpu_seconds(tasks) == 5


def test_jobs_without_a_gpu_never_wait_for_one() -> None:
    assert makespan({name: Task(4, gpu=False) for name in "abc"}, gpus=1) == 4


def test_what_is_released_at_one_moment_starts_longest_first() -> None:
    """Both are ready at 0, the long one by way of a job that takes no time: 5 and 1 on one GPU, 1 on the other."""
    tasks = {"noise": Task(0, gpu=False), "a": Task(1), "b": Task(1), "long": Task(5, ("noise",))}
    assert makespan(tasks, gpus=2) == 5


def test_the_longest_chain_goes_by_time_and_not_by_jobs() -> None:
    tasks = {"a": Task(1), "b": Task(1, ("a",)), "c": Task(9), "end": Task(1, ("b", "c"))}
    assert longest_chain(tasks) == ["c", "end"]


def test_nothing_takes_no_time() -> None:
    assert makespan({}, gpus=1) == 0
    assert longest_chain({}) == []


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, Task]:
    """Up to twelve jobs, each of which may need any of those before it."""
    tasks: dict[str, Task] = {}
    for number in range(draw(st.integers(1, 12))):
        before = draw(st.sets(st.sampled_from(sorted(tasks)), max_size=3)) if tasks else set()
        tasks[f"{number:02}"] = Task(draw(st.integers(0, 20)), tuple(sorted(before)), draw(st.booleans()))
    return tasks


@given(graphs(), st.integers(1, 5))
def test_no_schedule_beats_its_bounds(tasks: dict[str, Task], gpus: int) -> None:
    seconds = makespan(tasks, gpus)
    assert seconds >= gpu_seconds(tasks) / gpus
    assert seconds >= sum(tasks[name].seconds for name in longest_chain(tasks))
    assert seconds <= sum(task.seconds for task in tasks.values())


@given(graphs())
def test_a_gpu_for_each_job_leaves_the_longest_chain(tasks: dict[str, Task]) -> None:
    chain = longest_chain(tasks)
    assert makespan(tasks, gpus=len(tasks)) == sum(tasks[name].seconds for name in chain)
    assert all(first in tasks[second].needs for first, second in pairwise(chain))


@given(st.lists(st.integers(0, 20), min_size=1))
def test_one_gpu_makes_independent_jobs_one_by_one(times: list[int]) -> None:
    assert makespan({str(place): Task(time) for place, time in enumerate(times)}, gpus=1) == pytest.approx(sum(times))
