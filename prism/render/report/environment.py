"""Say where the runs were computed, and from which code and data."""

from collections.abc import Callable
from functools import partial

from prism.results.run import RunRecord


def environment(runs: list[RunRecord]) -> dict[str, str]:
    """Return the circumstances of the runs; where runs differ, every value is listed."""
    return {
        "Commit": _distinct_values(runs, _commit),
        "sha256 of requirements.lock": _distinct_values(runs, lambda run: run.lock_sha256),
        "Versions": _distinct_values(runs, _versions),
        "Hardware": _distinct_values(runs, lambda run: run.hardware),
        "Instruction set": _distinct_values(runs, lambda run: run.instruction_set),
        "System": _distinct_values(runs, lambda run: run.machine.system),
        **{
            f"sha256 of the {kind}, {dataset}": _distinct_values(of_dataset, partial(_checksum, kind))
            for dataset, of_dataset in _by_dataset(runs).items()
            for kind in ("index", "features", "weights")
            if any(kind in run.data_sha256 for run in of_dataset)
        },
    }


def _by_dataset(runs: list[RunRecord]) -> dict[str, list[RunRecord]]:
    names = dict.fromkeys(run.settings.dataset for run in runs)
    return {name: [run for run in runs if run.settings.dataset == name] for name in names}


def _distinct_values(runs: list[RunRecord], value: Callable[[RunRecord], str | None]) -> str:
    """Join the different values of the runs, in the order of their first appearance."""
    return "; ".join(dict.fromkeys(value(run) or "not known" for run in runs))


def _commit(run: RunRecord) -> str | None:
    return run.commit and run.commit + (" with changes" if run.modified else "")


def _versions(run: RunRecord) -> str:
    return ", ".join(f"{name} {version}" for name, version in run.versions.items())


def _checksum(kind: str, run: RunRecord) -> str | None:
    return run.data_sha256.get(kind)
