from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from box_fonts import SIZE, Boxes, make_font
from prism.data.glyphs.characters import CANDIDATES
from prism.data.glyphs.families import packages
from prism.data.glyphs.typefaces import Typeface, draw_typeface
from prism.errors import PrismError

MakeFamilies = Callable[..., Path]


def draw(families: MakeFamilies, boxes: Boxes | bytes) -> Typeface:
    raw = families(plain=boxes)
    (package,) = packages(None)
    return draw_typeface(raw, package, SIZE)


def test_a_glyph_stands_on_the_baseline_in_the_middle(families: MakeFamilies) -> None:
    typeface = draw(families, {"A": (4, 3)})
    pixels = np.frombuffer(typeface.bitmaps["A"], np.uint8).reshape(SIZE, SIZE)
    expected = np.full((SIZE, SIZE), 255)
    expected[9:12, 6:10] = 0
    np.testing.assert_array_equal(pixels, expected)


def test_a_character_is_found_in_either_file(families: MakeFamilies) -> None:
    typeface = draw(families, {"A": (4, 3)})
    assert set(typeface.bitmaps) == {"A", "ā"}
    assert len(typeface.left_out) == len(CANDIDATES) - 2


def test_what_is_uncertain_is_left_out(families: MakeFamilies) -> None:
    typeface = draw(families, {"A": (4, 3), "a": (4, 3), "B": (4, 4), "C": None})
    assert set(typeface.bitmaps) == {"B", "ā"}
    assert {character: typeface.left_out[character] for character in "AaCD"} == {
        "A": "drawn as U+0061 a",
        "a": "drawn as U+0041 A",
        "C": "blank",
        "D": "missing",
    }


def test_a_character_that_looks_as_a_missing_one_is_left_out(families: MakeFamilies) -> None:
    assert draw(families, {"A": (10, 10)}).left_out["A"] == "missing"


def test_the_copyright_is_read_from_the_licence(families: MakeFamilies) -> None:
    assert draw(families, {"A": (4, 3)}).copyright_line == "Copyright 2011 plain | Ann"


FONTS = [b"", b"not a font", make_font({"A": (4, 3)})[:200], make_font({"A": (4, 3)}, broken=True)]


@pytest.mark.parametrize("content", FONTS, ids=["empty", "text", "cut", "fails to draw"])
def test_a_font_that_cannot_be_used_is_reported(families: MakeFamilies, content: bytes) -> None:
    with pytest.raises(PrismError, match=r"fontsource-plain-1\.0\.0\.tgz is damaged: delete it and download again\.$"):
        draw(families, content)


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: b"<html>", lambda data: b""])
def test_a_broken_archive_is_reported(families: MakeFamilies, damage: Callable[[bytes], bytes]) -> None:
    raw = families(plain={"A": (4, 3)})
    (archive,) = raw.iterdir()
    archive.write_bytes(damage(archive.read_bytes()))
    with pytest.raises(PrismError, match=r"fontsource-plain-1\.0\.0\.tgz is damaged: delete it and download again\.$"):
        draw_typeface(raw, *packages(None), SIZE)


def test_a_missing_archive_is_reported(families: MakeFamilies) -> None:
    raw = families(plain={"A": (4, 3)})
    (archive,) = raw.iterdir()
    archive.unlink()
    with pytest.raises(PrismError, match=r"fontsource-plain-1\.0\.0\.tgz does not exist"):
        draw_typeface(raw, *packages(None), SIZE)
