"""The digest of a module covers all that the module imports, and nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

from prism.backbones import architecture_names
from prism.noise.models import noise_kinds
from project import ROOT

sys.path.insert(0, str(ROOT))
from workflow import modules
from workflow.modules import closure, digest

# Read for what they declare; a rule counts the one that its job finds by name.
DECLARATIONS = [f"prism.noise.models.{kind}" for kind in noise_kinds()] + [
    f"prism.backbones.{name}" for name in architecture_names()
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
    assert closure(library, ["prism.a"]) == [f"prism/{name}" for name in files]


def test_the_digest_changes_with_what_is_imported_and_with_nothing_else(library: Path) -> None:
    def fresh_digest() -> str:
        modules._text.cache_clear()
        modules._imports.cache_clear()
        return digest(library, ["prism.a"])

    before = fresh_digest()
    (library / "prism/e.py").write_text("changed = True\n")
    assert fresh_digest() == before
    (library / "prism/c/deep.py").write_text("changed = True\n")
    assert fresh_digest() != before


@pytest.mark.parametrize(
    ("entry", "allowed"),
    [
        ("prism.training.run", "prism.study"),  # the package's own file is run, but decides nothing
        ("prism.results.collect", "prism.study"),
        ("prism.noise.generate", "prism.study"),
        ("prism.render.tables", "prism.study"),
        ("prism.figures.render", "prism.study"),
        ("prism.figures.examples", "prism.study"),
        ("prism.render.timing_table", "prism.study"),
        ("prism.training.timing", "prism.study"),
    ],
)
def test_no_module_that_python_imports_is_forgotten(entry: str, allowed: str | None) -> None:
    program = f"import sys, {entry}; print(*(m for m in sys.modules if m.startswith('prism.')))"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    files = closure(ROOT, [entry, *DECLARATIONS])
    listed = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in files}
    packages = {name for name in run.stdout.split() if (ROOT / name.replace(".", "/") / "__init__.py").exists()}
    forgotten = set(run.stdout.split()) - listed - packages
    if allowed:
        forgotten = {name for name in forgotten if not name.startswith(f"{allowed}.")}
    assert forgotten == set()
    assert digest(ROOT, [entry])
