"""Draw the characters of one typeface, and say which of them it lacks or draws alike."""

import io
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from prism.data.glyphs.characters import CANDIDATES, NO_CHARACTER, class_name
from prism.data.npm_archive import Package, damaged, read_packed

# In shares of an image's side. One glyph in 75 reaches beyond its image and is cut there.
EM = 11 / 16
BASELINE = 3 / 4  # from the top
SUBSETS = ("latin", "latin-ext")  # the files over which a family spreads its characters

Bitmap = bytes  # (size, size) grey values, row by row: 0 is ink, 255 is paper


class Typeface(NamedTuple):
    """The glyphs of a typeface whose labels are certain, and why the others are left out."""

    family: str
    copyright_line: str
    bitmaps: dict[str, Bitmap]  # by their characters
    left_out: dict[str, str]  # reasons, by the characters


def draw_typeface(raw: Path, package: Package, size: int) -> Typeface:
    """Return the glyphs of the family in `package` as images of `size` x `size` pixels."""
    family = package.name.rpartition("/")[2]
    archive = raw / package.archive_name
    names = [f"files/{family}-{subset}-400-normal.woff2" for subset in SUBSETS]
    licence, *contents = read_packed(archive, "LICENSE", *names)
    try:
        bitmaps, left_out = _draw_candidates([_open_font(content, size) for content in contents], size)
    except OSError as error:  # a font may also open and then fail to draw anything
        raise damaged(archive) from error
    copyright_line = licence.decode("utf-8", errors="replace").strip().partition("\n")[0].strip()
    return Typeface(family, copyright_line, bitmaps, left_out)


def _open_font(content: bytes, size: int) -> ImageFont.FreeTypeFont:
    # The basic layout needs nothing but FreeType, which comes with Pillow: the same pixels on every machine.
    return ImageFont.truetype(io.BytesIO(content), round(EM * size), layout_engine=ImageFont.Layout.BASIC)


def _draw_candidates(fonts: list[ImageFont.FreeTypeFont], size: int) -> tuple[dict[str, Bitmap], dict[str, str]]:
    """Return the bitmaps of the characters that the fonts draw, and the reasons why others are left out."""
    placeholders = [_draw(font, NO_CHARACTER, size) for font in fonts]
    blank = bytes([255]) * size**2
    bitmaps: dict[str, Bitmap] = {}
    left_out: dict[str, str] = {}
    for character in CANDIDATES:
        drawn = [_draw(font, character, size) for font in fonts]
        own = [bitmap for bitmap, placeholder in zip(drawn, placeholders, strict=True) if bitmap != placeholder]
        if not own or own[0] == blank:
            left_out[character] = "blank" if own else "missing"
        else:
            bitmaps[character] = own[0]
    alike = _drawn_alike(bitmaps)
    return {character: bitmap for character, bitmap in bitmaps.items() if character not in alike}, left_out | alike


def _draw(font: ImageFont.FreeTypeFont, character: str, size: int) -> Bitmap:
    """Return a character on its baseline, centred by its advance.

    Size and baseline do not depend on the character, so that "-", "_" and "¯" stay different.
    """
    image = Image.new("L", (size, size), 255)
    ImageDraw.Draw(image).text((size / 2, round(BASELINE * size)), character, fill=0, font=font, anchor="ms")
    return image.tobytes()


def _drawn_alike(bitmaps: dict[str, Bitmap]) -> dict[str, str]:
    """Return the characters that share a bitmap with others, such as "A" and "a" in capitals, with these others."""
    characters_of: dict[Bitmap, list[str]] = defaultdict(list)
    for character, bitmap in bitmaps.items():
        characters_of[bitmap].append(character)
    return {
        character: f"drawn as {', '.join(class_name(other) for other in characters if other != character)}"
        for characters in characters_of.values()
        if len(characters) > 1
        for character in characters
    }
