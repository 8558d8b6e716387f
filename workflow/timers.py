"""Snakemake's own timers, which would keep it from ending."""

import threading


def stop_timers() -> None:
    """Cancel the timers with which Snakemake limits the rate of jobs: each runs for a whole timespan of that limit."""
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.cancel()
