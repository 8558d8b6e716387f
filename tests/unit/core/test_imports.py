import subprocess
import sys

PROGRAM = """
import sys, torch, numpy
before = set(sys.modules)
from prism import PrismFilter
print(*sorted(set(sys.modules) - before))
"""


def test_the_filter_needs_torch_and_numpy_alone() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True)
    assert {name.split(".")[0] for name in done.stdout.split()} - sys.stdlib_module_names == {"prism"}
    assert {name for name in done.stdout.split() if name.startswith("prism.")} == {
        "prism.core",
        "prism.core.filter",
        "prism.core.memory",
        "prism.core.noise_rate",
        "prism.core.scores",
        "prism.errors",
    }
