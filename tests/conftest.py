"""Shared by all tests: marks by directory, skips that count as failures, one thread for each process."""

import os
import signal
import sys
from pathlib import Path

import pytest

from prism.runtime.instruction_set import pin_instruction_set

if "torch" not in sys.modules:  # a worker of pytest-xdist inherits what its parent has set
    pin_instruction_set()

import torch

TESTS = Path(__file__).parent

torch.set_num_threads(1)
# A process that a shell starts in the background ignores interrupts, and so would the processes that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test with the name of its directory, before `-m` selects by marks."""
    for item in items:
        if item.path.is_relative_to(TESTS):
            item.add_marker(item.path.relative_to(TESTS).parts[0].removesuffix(".py"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List skipped tests as failures if PRISM_NO_SKIPS is set, as in CI, where all that tests use is installed."""
    for report in _forbidden_skips(terminalreporter):
        terminalreporter.write_line(f"SKIPPED, and so failed: {report.nodeid} {report.longrepr[2]}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the session for such skips. With pytest-xdist the controlling process has the reporter and all reports."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and _forbidden_skips(reporter):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _forbidden_skips(reporter: pytest.TerminalReporter) -> list[pytest.TestReport]:
    return reporter.stats.get("skipped", []) if os.environ.get("PRISM_NO_SKIPS") else []
