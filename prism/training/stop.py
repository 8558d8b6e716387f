"""Requests to stop: schedulers send SIGTERM some time before they kill a job."""

import signal
from types import FrameType, TracebackType

from prism.errors import PrismError


class Stopped(PrismError):
    """The training ended early because it was asked to; started again, it goes on."""


class StopRequest:
    """A context in which SIGTERM is remembered instead of ending the process."""

    def __init__(self) -> None:
        self.received = False

    def __enter__(self) -> "StopRequest":
        self._before = signal.signal(signal.SIGTERM, self._remember)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        signal.signal(signal.SIGTERM, self._before)

    def _remember(self, number: int, frame: FrameType | None) -> None:
        self.received = True


def ignore_stop_requests() -> None:
    """Let a worker process ignore SIGTERM: SLURM signals a whole job, but the training needs its workers for longer."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
