"""The wheel as users install it: without extras for the library, with extras for the command."""

import os
import re
import subprocess
import sys
import zipfile
from email.message import Message
from email.parser import Parser
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from environments import UV, closure, install, make_environment
from project import ROOT

BASE = {"numpy", "pandas", "threadpoolctl", "torch"}
EXTRAS = {"audit", "pipeline", "bench", "dev"}
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built with what is installed here."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [UV, "build", "--quiet", "--wheel", "--offline", "--no-build-isolation", "--python", sys.executable]
    subprocess.run([*command, "--out-dir", folder, ROOT], check=True, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    """The METADATA of the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def requirements(metadata: Message, extra: str = "") -> list[str]:
    """Return what the wheel requires, with the extra of this name if there is one."""
    required = [Requirement(text) for text in metadata.get_all("Requires-Dist", [])]
    chosen = [one for one in required if one.marker is None or one.marker.evaluate({"extra": extra})]
    return [f"{one.name}[{','.join(one.extras)}]" for one in chosen]


@pytest.fixture(scope="module")
def library(wheel: Path, metadata: Message, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment in which the wheel is installed without extras."""
    programs = make_environment(tmp_path_factory.mktemp("library"), closure(requirements(metadata)).values())
    install(programs, str(wheel))
    return programs


@pytest.fixture(scope="module")
def audit(wheel: Path, metadata: Message, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment in which the wheel is installed with the extra `audit`."""
    packages = closure(requirements(metadata, "audit")).values()
    programs = make_environment(tmp_path_factory.mktemp("audit"), packages)
    install(programs, f"prism-dml[audit] @ {wheel.as_uri()}")
    return programs


def run(folder: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command outside the repository, so that the installed package is the one that is imported."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_metadata_names_what_the_library_needs_and_the_extras(metadata: Message) -> None:
    assert metadata["Name"] == "prism-dml"
    assert {canonicalize_name(Requirement(text).name) for text in requirements(metadata)} == BASE
    assert set(metadata.get_all("Provides-Extra", [])) == EXTRAS


def test_the_wheel_has_every_file_of_the_package(wheel: Path) -> None:
    files = [path for path in (ROOT / "prism").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("prism/")}
    assert packed == {path.relative_to(ROOT).as_posix() for path in files}
    assert {"prism/py.typed", "prism/render/templates/page.html"} <= packed


def test_the_library_has_nothing_of_the_extras_beside_it(library: Path, metadata: Message, tmp_path: Path) -> None:
    present = closure(requirements(metadata)).keys() | {"prism-dml"}
    importable = packages_distributions().items()
    absent = [name for name, by in importable if not present & {canonicalize_name(one) for one in by}]
    assert {"typer", "pydantic", "sklearn", "pytorch_metric_learning", "snakemake"} <= set(absent)
    program = (
        f"from importlib.util import find_spec; print([n for n in {absent!r} if n.isidentifier() and find_spec(n)])"
    )
    assert run(tmp_path, library / "python", "-c", program).stdout == "[]\n"


def test_the_examples_of_the_readme_run_without_extras(library: Path, tmp_path: Path) -> None:
    example = "\n".join(re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL))
    assert "PrismFilter(" in example
    (tmp_path / "example.py").write_text(example + "\nimport prism as package\nprint(package.__file__)\n")
    result = run(tmp_path, library / "python", "example.py")
    assert result.returncode == 0, result.stderr
    assert Path(result.stdout.splitlines()[-1]).is_relative_to(library.parent)


def test_all_public_names_work_without_extras(library: Path, tmp_path: Path) -> None:
    (tmp_path / "names.py").write_text(
        "import numpy, torch\n"
        "from prism import *\n"
        "import prism\n"
        "assert set(prism.__all__) <= set(globals())\n"
        "print(noise.symmetric(numpy.arange(4), 0.0, seed=0), noise.pairwise(numpy.arange(4), 1.0, seed=0))\n"
        "print(retrieval_metrics(torch.eye(2).repeat(2, 1), torch.tensor([0, 1, 0, 1])))\n"
        "try:\n"
        "    noise.small_cluster(numpy.arange(4), numpy.eye(4), 0.5, seed=0)\n"
        "except PrismError as error:\n"
        "    print(error)\n"
        "try:\n"
        "    from prism import PrismMiner\n"
        "except PrismError as error:\n"
        "    print(error)\n"
    )
    result = run(tmp_path, library / "python", "names.py")
    assert result.stderr == ""
    assert result.stdout.splitlines() == [
        "[0 1 2 3] [1 2 3 0]",
        "RetrievalMetrics(precision_at_1=1.0, map_at_r=1.0)",
        "Small Cluster noise needs scikit-learn: pip install 'prism-dml[pipeline]'.",
        "PrismMiner needs pytorch-metric-learning: pip install 'pytorch-metric-learning>=2.9,<3'.",
    ]


@pytest.mark.parametrize("command", [["prism"], ["python", "-m", "prism"]])
def test_the_command_without_an_extra_says_what_to_install(library: Path, tmp_path: Path, command: list[str]) -> None:
    result = run(tmp_path, library / command[0], *command[1:], "plan")
    assert (result.returncode, result.stdout) == (1, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("prism: the package typer is not installed: pip install 'prism-dml[audit]'")


def test_the_extra_audit_brings_the_command_and_training(audit: Path, tmp_path: Path) -> None:
    assert run(tmp_path, audit / "prism", "--help").returncode == 0
    (tmp_path / "imports.py").write_text(
        "import pkgutil, prism\n"
        "from importlib import import_module\n"
        "for module in pkgutil.walk_packages(prism.__path__, 'prism.'):\n"
        "    if module.name.split('.')[1] in {'audit', 'backbones', 'cli', 'core', 'runtime', 'training'}:\n"
        "        import_module(module.name)\n"
        "from prism.backbones import backbone\n"
        "from prism.methods import method_class\n"
        "from prism.training.provenance import provenance\n"
        "import torch\n"
        "backbone('efficientnet_lite0').load()\n"
        "print(method_class('mcl_prism').__name__, 'scikit-learn' in provenance(torch.device('cpu'))['versions'])\n"
    )
    result = run(tmp_path, audit / "python", "imports.py")
    assert result.stderr == ""
    assert result.stdout.split()[-1] == "False"


def test_an_audit_needs_the_extra_audit_alone(audit: Path, tmp_path: Path) -> None:
    """Audit five classes of two plain images, with the network that the extra brings."""
    (tmp_path / "images.py").write_text(
        "from pathlib import Path\n"
        "from PIL import Image\n"
        "for number, colour in enumerate(['red', 'green', 'blue', 'white', 'black']):\n"
        "    Path(f'photos/{colour}').mkdir(parents=True)\n"
        "    for image in range(2):\n"
        "        Image.new('RGB', (40 + 9 * image, 40), colour).save(f'photos/{colour}/{image}.png')\n"
    )
    assert run(tmp_path, audit / "python", "images.py").returncode == 0
    result = run(tmp_path, audit / "prism", "audit", "photos", "--threads", "1", "--train")
    assert result.returncode == 0, result.stderr
    assert "of 10 labels look wrong" in result.stdout.splitlines()[-1]
    assert {path.name for path in (tmp_path / "audit").iterdir()} >= {"issues.csv", "audit.html", "summary.json"}


def test_a_verb_of_the_pipeline_says_which_extra_it_needs(audit: Path, tmp_path: Path) -> None:
    result = run(tmp_path, audit / "prism", "schema", "--output", "params.schema.json")
    assert result.returncode == 1
    (line,) = result.stderr.splitlines()
    assert "pytorch_metric_learning is not installed" in line
    assert "'prism-dml[pipeline]' what every verb needs" in line
