import os
import subprocess
import sys
from pathlib import Path

import pytest

from prism.runtime.instruction_set import PINNED, instruction_set, pin_instruction_set

WITHOUT = {name: value for name, value in os.environ.items() if name not in PINNED}


def report(cpu_info: Path, **environment: str) -> str:
    """Return which of the variables a fresh process has after pinning."""
    program = (
        "import os, pathlib, sys; from prism.runtime.instruction_set import *;"
        "pin_instruction_set(pathlib.Path(sys.argv[1]));"
        "print(instruction_set(), *(os.environ.get(name, '-') for name in PINNED))"
    )
    command = [sys.executable, "-c", program, str(cpu_info)]
    result = subprocess.run(command, env=WITHOUT | environment, capture_output=True, text=True, check=True)
    return result.stdout.strip()


def write_cpu_info(path: Path, flags: str) -> Path:
    path.write_text(f"processor\t: 0\nmodel name\t: Some CPU\nflags\t\t: {flags}\n")
    return path


def test_a_cpu_with_avx2_is_pinned_to_it(tmp_path: Path) -> None:
    found = report(write_cpu_info(tmp_path / "cpuinfo", "fpu avx avx2 avx512f"))
    assert found == "AVX2 avx2 AVX2 AVX2 Haswell"


@pytest.mark.parametrize("flags", ["fpu avx", ""])
def test_a_cpu_without_avx2_is_left_alone(tmp_path: Path, flags: str) -> None:
    assert report(write_cpu_info(tmp_path / "cpuinfo", flags)) == "native - - - -"
    assert report(tmp_path / "none") == "native - - - -"


def test_what_the_user_has_set_stays(tmp_path: Path) -> None:
    cpu_info = write_cpu_info(tmp_path / "cpuinfo", "avx2")
    assert report(cpu_info, ATEN_CPU_CAPABILITY="default") == "native default AVX2 AVX2 Haswell"


def test_after_torch_it_is_too_late() -> None:
    with pytest.raises(RuntimeError, match="is imported already"):
        pin_instruction_set()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what the CPU can do")
def test_the_tests_themselves_and_every_verb_are_pinned() -> None:
    """Ask torch which of its kernels it uses."""
    if "avx2" not in Path("/proc/cpuinfo").read_text():
        assert instruction_set() == "native"
        return
    import torch

    assert instruction_set() == "AVX2"
    assert torch.backends.cpu.get_cpu_capability() == "AVX2"
    program = (
        "import prism.cli; prism.cli.prepare_process(); import torch; print(torch.backends.cpu.get_cpu_capability())"
    )
    result = subprocess.run([sys.executable, "-c", program], env=WITHOUT, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "AVX2"
