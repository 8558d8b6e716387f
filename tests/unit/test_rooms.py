"""The rooms of the library: what lies where, and in which direction imports point."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from project import ROOT

PRISM = ROOT / "prism"
# From the earliest to the latest: a room may import from its own line and from those above it.
LEVELS = [
    {"errors"},
    {"io", "runtime", "core"},
    {"metrics", "noise", "data", "backbones", "methods", "integrations"},
    {"results"},
    {"training", "figures", "audit", "embed"},
    {"study"},
    {"judge"},
    {"render"},
    {"cli"},
]
LEVEL = {room: number for number, rooms in enumerate(LEVELS) for room in rooms}
MODULES = sorted(path for path in PRISM.rglob("*.py") if path.parent != PRISM)


def room_of(path: Path) -> str:
    """Return the package below prism/ that a module lies in."""
    return path.relative_to(PRISM).parts[0]


def imported_rooms(path: Path) -> Iterator[str]:
    """Yield the rooms that a module imports from, wherever in the file it does."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "prism":
            names = [f"prism.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in names:
            if name.startswith("prism."):
                yield name.split(".")[1]


def test_prism_itself_has_four_files() -> None:
    files = {path.name for path in PRISM.iterdir() if path.is_file()}
    assert files == {"__init__.py", "__main__.py", "errors.py", "py.typed"}


def test_every_room_has_its_level() -> None:
    rooms = {path.name for path in PRISM.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms | {"errors"} == LEVEL.keys()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PRISM)))
def test_imports_point_to_earlier_rooms(path: Path) -> None:
    own = LEVEL[room_of(path)]
    assert {room for room in imported_rooms(path) if LEVEL[room] > own} == set()


def test_no_two_rooms_import_each_other_in_a_circle() -> None:
    rooms: dict[str, set[str]] = {}
    for path in MODULES:
        rooms.setdefault(room_of(path), set()).update(room for room in imported_rooms(path) if room != room_of(path))
    list(TopologicalSorter(rooms).static_order())  # raises a CycleError that names them


def test_the_algorithm_needs_torch_alone() -> None:
    assert {room for path in MODULES if room_of(path) == "core" for room in imported_rooms(path)} <= {"core", "errors"}
