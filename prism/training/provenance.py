"""Find out where and by what something is computed."""

import platform
import subprocess
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import torch

from prism.io.files import sha256
from prism.results.provenance import Machine
from prism.runtime.instruction_set import instruction_set

PACKAGES = ["torch", "pytorch-metric-learning", "numpy", "scikit-learn", "pandas"]
LOCK = Path(__file__).parents[2] / "requirements.lock"
CPU_INFO = Path("/proc/cpuinfo")


def provenance(device: torch.device) -> dict[str, Any]:
    """Return the fields of `Provenance` that do not depend on the data: commit, versions, and the machine's device."""
    return {
        "commit": _git("rev-parse", "HEAD"),
        "modified": bool(_git("status", "--porcelain", "--untracked-files=no")),
        "lock_sha256": sha256(LOCK) if LOCK.exists() else None,
        "threads": torch.get_num_threads(),
        "instruction_set": instruction_set(),
        "device": device_name(device),
        "machine": Machine(
            node=platform.node(), cpu=cpu_model(), processor=platform.machine(), system=platform.platform()
        ),
        "versions": {"python": platform.python_version(), **_versions(PACKAGES)},
    }


def _versions(packages: list[str]) -> dict[str, str]:
    """Return the versions of those packages that are installed: not every extra brings all of them."""
    versions = {}
    for name in packages:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions


def device_name(device: torch.device) -> str:
    """Return the name of a GPU, or "cpu"."""
    return torch.cuda.get_device_name(device) if device.type == "cuda" else "cpu"


def cpu_model(info: Path = CPU_INFO) -> str:
    """Return the CPU's name on the market where Linux tells it, otherwise what Python knows."""
    lines = info.read_text(encoding="utf-8", errors="replace").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return next(filter(None, names), platform.processor() or platform.machine())


def _git(*arguments: str) -> str | None:
    """Return what git says about the folder of this code, or None where that is not a checkout."""
    command = ["git", "-C", str(Path(__file__).parent), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
