"""A digest of the source files that a module is made of, found by reading its imports.

Snakemake runs a job again when one of its parameters changes. With this digest as a parameter, editing a module makes
just the jobs run again that are made of it.
"""

import ast
import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]  # of the package's own files


@cache
def code_digest(modules: tuple[str, ...], root: Path = ROOT) -> str:
    """Return a short digest of the names and contents of all files that these modules are made of."""
    content = hashlib.sha256()
    for name in source_files(modules, root):
        content.update(f"{name}\0{_text(root / name)}\0".encode())
    return content.hexdigest()[:16]


def source_files(modules: Iterable[str], root: Path = ROOT) -> list[str]:
    """Return the files, relative to `root`, of these modules and of all that they import from the library, sorted.

    What a module finds by name with importlib does not count: ask for it by name, too.
    """
    found: set[Path] = set()
    waiting = [path for module in modules if (path := _file(root, module))]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imports(root, path)
    return sorted(str(path.relative_to(root)) for path in found)


def modules_in(package: str, root: Path = ROOT) -> list[str]:
    """Return the modules of a package whose files are found by their names, and so by no import statement."""
    folder = root / Path(*package.split("."))
    return [f"{package}.{path.stem}" for path in sorted(folder.glob("[a-z]*.py"))]


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _imports(root: Path, path: Path) -> list[Path]:
    names = []
    for node in ast.walk(ast.parse(_text(path))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return [file for name in names if name.startswith("prism.") and (file := _file(root, name))]


def _file(root: Path, module: str) -> Path | None:
    path = root / Path(*module.split("."))
    candidates = [path.with_suffix(".py"), path / "__init__.py"]
    return next((candidate for candidate in candidates if candidate.is_file()), None)
