"""A few images of a user, and a network that counts how many it has looked at."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mean_colours import MeanColours, use_mean_colours


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> MeanColours:
    """Replace the network of this process by one that counts its images."""
    return use_mean_colours(monkeypatch)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write ten images of two classes, each of another colour and two of them alike, into a folder."""
    random = np.random.default_rng(0)
    for number in range(10):
        path = tmp_path / f"images/{'ab'[number % 2]}/{number}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        colour: Any = tuple(random.integers(0, 256, 3).tolist())
        Image.new("RGB", (20 + number, 30), colour).save(path)
    (tmp_path / "images/b/copy.png").write_bytes((tmp_path / "images/a/0.png").read_bytes())
    return tmp_path / "images"
