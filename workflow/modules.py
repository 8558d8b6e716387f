"""Which files of the library a module is made of, found by reading its imports, and their common digest."""

import ast
import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path


def closure(root: Path, modules: Iterable[str]) -> list[str]:
    """Files, relative to `root`, of these modules and of all that they import from the library, sorted.

    What a method file is made of counts only where it is asked for: the loop finds methods by name.
    """
    found: set[Path] = set()
    waiting = [path for module in modules if (path := _file(root, module))]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imports(root, path)
    return sorted(str(path.relative_to(root)) for path in found)


def digest(root: Path, modules: Iterable[str]) -> str:
    """A short digest of the names and contents of those files."""
    content = hashlib.sha256()
    for name in closure(root, modules):
        content.update(f"{name}\0{_text(root / name)}\0".encode())
    return content.hexdigest()[:16]


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
