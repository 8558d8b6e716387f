"""Docstrings stand alone: none begins with a word that leans on what stands beside it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from project import ROOT

LEANING = re.compile(r"(The same|That|Those|These|Of|It|What)\b")
FILES = sorted(path for room in ("prism", "workflow", "benchmarks", "tests") for path in (ROOT / room).rglob("*.py"))


def docstrings(path: Path) -> Iterator[str]:
    """Yield every docstring of a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_docstrings_stand_alone(path: Path) -> None:
    assert [text for text in docstrings(path) if LEANING.match(text)] == []
