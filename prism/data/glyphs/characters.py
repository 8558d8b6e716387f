"""The characters that can be classes of the glyphs dataset, and the names of these classes."""

# Latin-1 without spaces and the soft hyphen, Latin Extended-A, Latin Extended-B. Which of them are classes is decided
# by how many typefaces draw them.
_RANGES = ((0x21, 0x7E), (0xA1, 0xAC), (0xAE, 0xFF), (0x100, 0x17F), (0x180, 0x24F))

CANDIDATES: tuple[str, ...] = tuple(chr(code) for first, last in _RANGES for code in range(first, last + 1))

NO_CHARACTER = "\uffff"  # no typeface has it, so it looks as a missing character does


def code_point(character: str) -> str:
    """Return the number of a character as Unicode writes it, such as "U+0041"."""
    return f"U+{ord(character):04X}"


def class_name(character: str) -> str:
    """Return the name of a character's class, such as "U+0041 A"; names sort as the characters do."""
    return f"{code_point(character)} {character}"
