import os
import signal

from prism.training.stop import StopRequest


def test_sigterm_is_remembered_while_it_is_entered_and_no_longer() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with StopRequest() as stop:
        assert not stop.received
        os.kill(os.getpid(), signal.SIGTERM)
        assert stop.received
    assert signal.getsignal(signal.SIGTERM) == before
