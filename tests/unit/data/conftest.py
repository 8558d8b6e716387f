"""Emoji sets of a few drawings, packed as the npm registry packs them."""

import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from prism.data.emoji.sets import EmojiSet

MakeSets = Callable[..., Path]


@pytest.fixture
def raw_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeSets:
    """Return a function that makes a raw folder of emoji sets.

    Each keyword is a set: its icons as {name: body}, or its whole icons.json.
    """

    def make(**sets: dict[str, Any]) -> Path:
        for name, icons in sets.items():
            content = icons if "icons" in icons else {"icons": {n: {"body": body} for n, body in icons.items()}}
            _pack(tmp_path / f"raw/iconify-json-{name}-1.0.0.tgz", {"width": 10, "height": 10} | content)
        known = {name: EmojiSet("1.0.0", "", "MIT", "Ann", "https://example.org") for name in sets}
        for module in ("drawings", "download"):
            monkeypatch.setattr(f"prism.data.emoji.{module}.EMOJI_SETS", known)
        return tmp_path / "raw"

    return make


def _pack(path: Path, content: dict[str, Any]) -> None:
    path.parent.mkdir(exist_ok=True)
    data = json.dumps(content).encode()
    member = tarfile.TarInfo("package/icons.json")
    member.size = len(data)
    with tarfile.open(path, "w:gz") as archive:
        archive.addfile(member, io.BytesIO(data))
