"""Compute with the same CPU instructions on every x86-64 machine that has AVX2.

Libraries choose their kernels by what the CPU can do, and kernels with wider instructions round in another order: on a
machine with AVX-512, some trainings would end with other scores, and clusterings with other labels.
"""

import os
import sys
from pathlib import Path

CPU_INFO = Path("/proc/cpuinfo")
PINNED = {
    "ATEN_CPU_CAPABILITY": "avx2",  # torch's own kernels
    "ONEDNN_MAX_CPU_ISA": "AVX2",  # torch's convolutions
    "MKL_CBWR": "AVX2",  # torch's matrix products
    "OPENBLAS_CORETYPE": "Haswell",  # matrix products of NumPy, SciPy and scikit-learn
}


def pin_instruction_set(cpu_info: Path = CPU_INFO) -> None:
    """Tell torch, NumPy and their libraries to use AVX2 and nothing wider; variables that the user has set stay.

    Call it before any of them is imported. Where Linux does not say that the CPU has AVX2, nothing is set.
    """
    loaded = [name for name in ("torch", "numpy") if name in sys.modules]
    if loaded:
        raise RuntimeError(f"{loaded[0]} is imported already, so its instruction set cannot be pinned any more")
    if _has_avx2(cpu_info):
        for name, value in PINNED.items():
            os.environ.setdefault(name, value)


def instruction_set() -> str:
    """Return "AVX2" where all libraries are pinned to it, else "native": whatever the CPU can do."""
    return "AVX2" if all(os.environ.get(name) == value for name, value in PINNED.items()) else "native"


def _has_avx2(cpu_info: Path) -> bool:
    if not cpu_info.exists():
        return False
    lines = cpu_info.read_text(encoding="utf-8", errors="replace").splitlines()
    flags = next((line.partition(":")[2].split() for line in lines if line.startswith("flags")), [])
    return "avx2" in flags
