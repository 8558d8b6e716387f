"""The folder of an unfinished training: its checkpoint, and the name of the process that owns it."""

import os
import platform
import uuid
from pathlib import Path
from typing import Any

import torch

from prism.io.files import atomic, write_text


class Superseded(Exception):
    """Another process has started the run anew and owns it now."""


class RunState:
    """A checkpoint, written atomically and refused by a run of other settings or data, and the name of its owner.

    The process that started last owns the run. So a job that outlived its workflow cannot write into the run that was
    started in its place, on any file system that several machines share.
    """

    def __init__(self, folder: Path) -> None:
        self.checkpoint = folder / "checkpoint.pt"
        self.owner = folder / "owner"
        job = os.environ.get("SLURM_JOB_ID")
        self.name = f"{uuid.uuid4()} {platform.node()} process {os.getpid()}{f' job {job}' if job else ''}"
        write_text(self.owner, self.name)

    def check_ownership(self) -> None:
        """Raise Superseded if another process has taken the run, or has taken and finished it."""
        if (owner := self._owner()) != self.name:
            raise Superseded(owner.partition(" ")[2] or "one that has finished")

    def save(self, fingerprint: str, state: dict[str, Any]) -> None:
        """Write the checkpoint of the run that has this fingerprint."""
        with atomic(self.checkpoint) as temporary:
            torch.save({"fingerprint": fingerprint, **state}, temporary)
            self.check_ownership()

    def load(self, fingerprint: str) -> dict[str, Any] | None:
        """Return the checkpoint, or None where there is none with this fingerprint."""
        if not self.checkpoint.exists():
            return None
        # Read on the CPU, whatever device it was written on: the parts of a training copy it to their own.
        state: dict[str, Any] = torch.load(self.checkpoint, map_location="cpu", weights_only=True)
        return state if state["fingerprint"] == fingerprint else None

    def remove(self) -> None:
        """Delete the folder when the training has ended."""
        self.check_ownership()
        self.checkpoint.unlink(missing_ok=True)
        self.owner.unlink()
        if not any(self.owner.parent.iterdir()):
            self.owner.parent.rmdir()

    def _owner(self) -> str:
        try:
            return self.owner.read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""
