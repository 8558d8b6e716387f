"""Processes of a pool, one thread each."""

import multiprocessing
import os
import threading

from prism.runtime.threads import use_threads


def start_worker() -> None:
    """Compute with one thread, and end when the process that started this one ends, however it does.

    A worker whose parent was killed would otherwise wait for its next task for ever.
    """
    use_threads(1)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
