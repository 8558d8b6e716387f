import platform
from pathlib import Path

import torch

from prism.training.provenance import cpu_model, provenance

CPU_INFO = "processor\t: 0\nmodel name\t: Some CPU @ 2.20GHz\n\nprocessor\t: 1\nmodel name\t: Some CPU @ 2.20GHz\n"


def test_the_cpu_has_the_name_that_linux_tells(tmp_path: Path) -> None:
    (tmp_path / "cpuinfo").write_text(CPU_INFO)
    assert cpu_model(tmp_path / "cpuinfo") == "Some CPU @ 2.20GHz"


def test_elsewhere_it_has_the_name_that_python_knows(tmp_path: Path) -> None:
    known = platform.processor() or platform.machine()
    (tmp_path / "nameless").write_text("processor\t: 0\n")
    assert cpu_model(tmp_path / "nameless") == cpu_model(tmp_path / "missing") == known


def test_it_says_what_computed() -> None:
    found = provenance(torch.device("cpu"))
    assert (found["device"], found["threads"]) == ("cpu", torch.get_num_threads())
    assert torch.__version__.startswith(found["versions"]["torch"])
    assert found["machine"].cpu == cpu_model()
