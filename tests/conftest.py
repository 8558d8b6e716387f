"""Shared by all tests: how skips count, and how many threads to use."""

import os
import signal

import pytest
import torch

torch.set_num_threads(1)
# A shell's background process ignores interrupts, and would hand that on to the processes that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """With PRISM_NO_SKIPS=1, as in CI where all that tests use is installed, a skipped test is a failure."""
    skipped = terminalreporter.stats.get("skipped", [])
    if os.environ.get("PRISM_NO_SKIPS") and skipped:
        for report in skipped:
            terminalreporter.write_line(f"SKIPPED, and so failed: {report.nodeid} {report.longrepr[2]}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("PRISM_NO_SKIPS") and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
