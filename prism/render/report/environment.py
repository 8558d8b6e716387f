"""Where the runs were computed, and from what."""

from collections.abc import Callable
from functools import partial
from typing import Any

Provenance = dict[str, Any]


def environment(runs: list[Provenance]) -> dict[str, str]:
    """What all runs have in common; what differs between them is listed with every value."""
    return {
        "Commit": _all(runs, _commit),
        "sha256 of requirements.lock": _all(runs, lambda run: run.get("lock_sha256")),
        "Versions": _all(runs, lambda run: ", ".join(f"{name} {version}" for name, version in run["versions"].items())),
        "Hardware": _all(runs, _hardware),
        "System": _all(runs, lambda run: run["machine"]["system"]),
        **{
            f"sha256 of the {kind}, {dataset}": _all(of_data, partial(_checksum, kind))
            for dataset, of_data in _by_dataset(runs).items()
            for kind in ("index", "features")
            if any(kind in run["data_sha256"] for run in of_data)
        },
    }


def _by_dataset(runs: list[Provenance]) -> dict[str, list[Provenance]]:
    names = dict.fromkeys(run["settings"]["dataset"] for run in runs)
    return {name: [run for run in runs if run["settings"]["dataset"] == name] for name in names}


def _all(runs: list[Provenance], tell: Callable[[Provenance], str | None]) -> str:
    return "; ".join(dict.fromkeys(tell(run) or "not known" for run in runs))


def _commit(run: Provenance) -> str | None:
    commit: str | None = run["commit"]
    return commit and commit + (" with changes" if run["modified"] else "")


def _checksum(kind: str, run: Provenance) -> str | None:
    checksum: str | None = run["data_sha256"].get(kind)
    return checksum


def _hardware(run: Provenance) -> str:
    threads = f"{run['threads']} thread{'s' if run['threads'] > 1 else ''} a run"
    cpu = f"{run['machine']['cpu']}, {threads}"
    return cpu if run["device"] == "cpu" else f"{run['device']}, {cpu}"
