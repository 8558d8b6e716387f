from pathlib import Path

import pytest

from prism.errors import PrismError
from prism.io.registry import Registry

FILES = {"circle.py": "SHAPE = 1", "square.py": "SHAPE = 2", "helper.py": "", "__init__.py": ""}


@pytest.fixture
def shapes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry[int]:
    """Return the registry of a package with two declarations and a helper."""
    package = tmp_path / "made_shapes"
    package.mkdir()
    for name, text in FILES.items():
        (package / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    return Registry("made_shapes", "SHAPE", "shape")


def test_what_files_declare_is_found_by_their_names(shapes: Registry[int]) -> None:
    assert shapes.all() == {"circle": 1, "square": 2}
    assert shapes.find("square") == 2
    assert shapes.module("circle").__name__ == "made_shapes.circle"
    assert shapes.file_names() == ["circle", "helper", "square"]


@pytest.mark.parametrize(
    ("name", "hint"), [("squore", "did you mean 'square'\\?"), ("helper", "choose one of circle, square"), ("../x", "")]
)
def test_what_no_file_declares_is_told(shapes: Registry[int], name: str, hint: str) -> None:
    with pytest.raises(PrismError, match=rf"there is no shape made_shapes/{name}\.py: {hint}"):
        shapes.find(name)
