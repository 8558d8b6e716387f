"""The digest of a module covers all that the module imports, and nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

from prism.study import code_digest as module
from prism.study.code_digest import code_digest, modules_in, source_files
from project import ROOT

# Read for what they declare; a job counts those that it finds by their names.
DECLARATIONS = [
    *modules_in("prism.noise.models"),
    *modules_in("prism.backbones.architectures"),
    *modules_in("prism.metrics.scores"),
]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Return a library in which a imports b and, inside a function, d; b imports c.deep; nothing imports e."""
    (tmp_path / "prism/c").mkdir(parents=True)
    for name, text in {
        "a.py": "from prism.b import thing\n\ndef f():\n    import prism.d\n",
        "b.py": "import numpy\nfrom prism.c import deep\n",
        "c/__init__.py": "",
        "c/deep.py": "",
        "d.py": "",
        "e.py": "",
    }.items():
        (tmp_path / "prism" / name).write_text(text)
    return tmp_path


def test_the_closure_follows_imports(library: Path) -> None:
    files = ["a.py", "b.py", "c/__init__.py", "c/deep.py", "d.py"]
    assert source_files(["prism.a"], library) == [f"prism/{name}" for name in files]


def test_the_digest_changes_with_what_is_imported_and_with_nothing_else(library: Path) -> None:
    def fresh_digest() -> str:
        for cached in (code_digest, module._text, module._imports):
            cached.cache_clear()
        return code_digest(("prism.a",), library)

    before = fresh_digest()
    (library / "prism/e.py").write_text("changed = True\n")
    assert fresh_digest() == before
    (library / "prism/c/deep.py").write_text("changed = True\n")
    assert fresh_digest() != before


def test_modules_that_are_found_by_name_are_listed(library: Path) -> None:
    assert modules_in("prism.c", library) == ["prism.c.deep"]


@pytest.mark.parametrize(
    ("entry", "allowed"),
    [
        ("prism.training.run", None),
        ("prism.training.timing", None),
        ("prism.results.collect", None),
        ("prism.noise.generate", None),
        ("prism.figures.render", None),
        ("prism.figures.examples", None),
        # The package `prism.study` reads params.yaml; rendering is told what it needs of it, and so it decides nothing.
        ("prism.render.tables", "prism.study"),
        ("prism.render.timing_table", "prism.study"),
    ],
)
def test_no_module_that_python_imports_is_forgotten(entry: str, allowed: str | None) -> None:
    program = f"import sys, {entry}; print(*(m for m in sys.modules if m.startswith('prism.')))"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    files = source_files([entry, *DECLARATIONS])
    listed = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in files}
    packages = {name for name in run.stdout.split() if (ROOT / name.replace(".", "/") / "__init__.py").exists()}
    forgotten = set(run.stdout.split()) - listed - packages
    if allowed:
        forgotten = {name for name in forgotten if not name.startswith(f"{allowed}.")}
    assert forgotten == set()
    assert code_digest((entry,))
