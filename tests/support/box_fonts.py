"""Make typefaces of a few boxes, and pack them as the npm registry packs families."""

import io
import tarfile
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables import ttProgram

SIZE = 16  # pixels of an image, whose em has 11 and whose baseline is below the row 11
UNITS = 1100  # of the em, so that 100 are a pixel
ENDLESS = bytes.fromhex("b8fffd1c")  # instructions that push -3 and jump back by that

Boxes = dict[str, tuple[int, int] | None]  # width and height in pixels, standing on the baseline; None is blank


def make_font(boxes: Boxes, broken: bool = False) -> bytes:
    """Return a font file, in which a missing character looks as a box of 10 x 10 pixels; if broken, it only opens."""
    widths_and_heights = {".notdef": (10, 10)} | {f"u{ord(character)}": box for character, box in boxes.items()}
    builder = FontBuilder(UNITS)
    builder.setupGlyphOrder(list(widths_and_heights))
    builder.setupCharacterMap({ord(character): f"u{ord(character)}" for character in boxes})
    glyphs = {name: _glyph(box) for name, box in widths_and_heights.items()}
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (100 * (box or (4, 0))[0], 0) for name, box in widths_and_heights.items()})
    builder.setupHorizontalHeader(ascent=1000, descent=-100)
    builder.setupNameTable({"familyName": "Boxes"})
    builder.setupOS2()
    builder.setupPost()
    if broken:
        builder.font["fpgm"] = newTable("fpgm")
        builder.font["fpgm"].program = ttProgram.Program()
        builder.font["fpgm"].program.fromBytecode(ENDLESS)
        builder.font["maxp"].maxStackElements = 8
    stream = io.BytesIO()
    builder.save(stream)
    return stream.getvalue()


def _glyph(box: tuple[int, int] | None) -> object:
    pen = TTGlyphPen(None)
    if box is not None:
        right, top = 100 * box[0], 100 * box[1]
        pen.moveTo((0, 0))
        for corner in ((0, top), (right, top), (right, 0)):
            pen.lineTo(corner)
        pen.closePath()
    return pen.glyph()


def pack_family(path: Path, family: str, latin: bytes, latin_ext: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    files = {
        "LICENSE": f"\nCopyright 2011 {family} | Ann\n\nThis Font Software is ...".encode(),
        f"files/{family}-latin-400-normal.woff2": latin,
        f"files/{family}-latin-ext-400-normal.woff2": latin_ext,
    }
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
