"""Families of the glyphs dataset with a few boxes as their characters."""

from collections.abc import Callable
from pathlib import Path

import pytest

from box_fonts import Boxes, make_font, pack_family
from prism.data.glyphs.families import Family

MakeFamilies = Callable[..., Path]


@pytest.fixture
def families(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeFamilies:
    """Return a function that makes a raw folder of families: each keyword is one, with its Latin characters or font."""

    def make(**latin: Boxes | bytes) -> Path:
        latin_ext = make_font({"ā": (3, 7)})
        for name, content in latin.items():
            font = content if isinstance(content, bytes) else make_font(content)
            pack_family(tmp_path / f"raw/fontsource-{name}-1.0.0.tgz", name, font, latin_ext)
        known = {name: Family("1.0.0", "") for name in latin}
        for module in ("families", "attribution"):
            monkeypatch.setattr(f"prism.data.glyphs.{module}.FAMILIES", known)
        return tmp_path / "raw"

    return make
