"""Interrupt a training, and compare its outcome with that of an undisturbed one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from prism.methods import method_class
from prism.methods.base import Method, Schedule
from prism.results.settings import RunSettings
from prism.training.loop import Trained


def pulled_plug() -> None:
    raise KeyboardInterrupt


@contextmanager
def before_iteration(run: RunSettings, number: int, event: Callable[[], object]) -> Iterator[None]:
    """Within the block, call `event` at the start of iteration `number`."""
    method = method_class(run.uses)
    schedule = method.schedule

    def disturbed(self: Method, iteration: int) -> Schedule:
        if iteration == number:
            event()
        return schedule(self, iteration)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(method, "schedule", disturbed)
        yield


def assert_same(one: Trained, other: Trained) -> None:
    """Assert that two trainings ended with equal weights, records and verdicts, to the last bit."""
    assert one.journal.records == other.journal.records
    assert one.journal.kept.equal(other.journal.kept)
    assert one.journal.seen_at.equal(other.journal.seen_at)
    weights = other.networks.state_dict()
    assert one.networks.state_dict().keys() == weights.keys()
    for name, weight in one.networks.state_dict().items():
        assert weight.equal(weights[name]), name
