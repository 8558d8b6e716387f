"""Name the authors and licences of the typefaces."""

from collections.abc import Iterable

from prism.data.glyphs.families import FAMILIES, LICENCE, PAGES
from prism.data.glyphs.typefaces import Typeface


def attribution(typefaces: Iterable[Typeface]) -> str:
    """Return the authors and licences of these typefaces in Markdown, to be kept beside the images."""
    rows = [
        f"| {typeface.family} | {FAMILIES[typeface.family].version} | {LICENCE} "
        f"| {typeface.copyright_line.replace('|', chr(92) + '|')} | {PAGES}/{typeface.family} |"
        for typeface in typefaces
    ]
    return "\n".join(
        [
            "# Where these images come from",
            "",
            "Drawn with free typefaces, as packaged by Fontsource (npm packages `@fontsource/NAME`).",
            "The typefaces keep their licence, the SIL Open Font License 1.1; its text is in every package.",
            "",
            "| family | version | licence | copyright | source |",
            "|---|---|---|---|---|",
            *rows,
            "",
        ]
    )
