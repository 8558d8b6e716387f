"""The state of an unfinished training: written atomically, and refused by a run of other settings or data."""

from pathlib import Path
from typing import Any

import torch

from prism.files import atomic


def save_checkpoint(path: Path, fingerprint: str, state: dict[str, Any]) -> None:
    with atomic(path) as temporary:
        torch.save({"fingerprint": fingerprint, **state}, temporary)


def load_checkpoint(path: Path, fingerprint: str) -> dict[str, Any] | None:
    """The state in `path`, or None where there is none that belongs to this run."""
    if not path.exists():
        return None
    state: dict[str, Any] = torch.load(path, weights_only=True)
    return state if state["fingerprint"] == fingerprint else None
