"""Small copies of images."""

import base64
import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from prism.audit.page import thumbnails as module
from prism.audit.page.thumbnails import SIZES, thumbnail, thumbnails


def decoded(text: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(text)))


def write_noise(path: Path, size: tuple[int, int] = (300, 200)) -> Path:
    pixels = np.random.default_rng(0).integers(0, 256, (size[1], size[0], 3), dtype=np.uint8)
    Image.fromarray(pixels).save(path)
    return path


def test_an_image_keeps_its_shape(tmp_path: Path) -> None:
    assert decoded(thumbnail(write_noise(tmp_path / "a.png"), 60, 70)).size == (60, 40)


def test_an_image_is_turned_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was turned
    Image.new("RGB", (40, 20)).save(tmp_path / "a.jpg", exif=exif)
    assert decoded(thumbnail(tmp_path / "a.jpg", 160, 70)).size == (20, 40)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "1", "I;16", "CMYK"])
def test_every_kind_of_pixels(tmp_path: Path, mode: str) -> None:
    Image.new(mode, (8, 8)).save(tmp_path / ("a.jpg" if mode == "CMYK" else "a.png"))
    assert decoded(thumbnail(next(tmp_path.iterdir()), 160, 70)).mode == "RGB"


def test_transparent_parts_are_neither_black_nor_white(tmp_path: Path) -> None:
    Image.new("RGBA", (8, 8), (0, 0, 0, 0)).save(tmp_path / "a.png")
    value = decoded(thumbnail(tmp_path / "a.png", 160, 70)).convert("L").getpixel((4, 4))
    assert isinstance(value, int)
    assert 100 < value < 220


def test_what_cannot_be_read_is_empty(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no image")
    assert thumbnails([tmp_path / "a.png", tmp_path / "none.png"]) == ["", ""]
    assert thumbnails([]) == []


def test_many_images_are_smaller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_noise(tmp_path / "a.png")
    large = thumbnails([path])
    assert max(decoded(large[0]).size) == SIZES[0][0]
    monkeypatch.setattr(module, "BUDGET", 100 * len(large[0]) // 2)
    many = thumbnails([path] * 100)
    assert sum(map(len, many)) <= module.BUDGET
    assert max(decoded(many[0]).size) < SIZES[0][0]
