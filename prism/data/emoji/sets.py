"""The free emoji sets that the emoji dataset is drawn from: pinned versions, checksums and licences."""

from typing import NamedTuple


class EmojiSet(NamedTuple):
    version: str  # of the npm package @iconify-json/NAME
    sha256: str  # of that package's archive
    licence: str
    author: str
    source: str


_EMOJI_ONE = "https://github.com/EmojiTwo/emojitwo"
_FLUENT = "https://github.com/microsoft/fluentui-emoji"
_NOTO = "https://github.com/googlefonts/noto-emoji"

EMOJI_SETS: dict[str, EmojiSet] = {
    "emojione": EmojiSet(
        "1.2.3",
        "26a14f44284407e8bcde91799388dca2bfd91dbcd55a97f425524a1c5b73610e",
        "CC-BY-4.0",
        "Emoji One",
        _EMOJI_ONE,
    ),
    "emojione-monotone": EmojiSet(
        "1.2.1",
        "40b90004bafb406b59266155ef9b7e1dd67bf2947fc8db8d07388776f4d0d04e",
        "CC-BY-4.0",
        "Emoji One",
        _EMOJI_ONE,
    ),
    "emojione-v1": EmojiSet(
        "1.2.3",
        "6641d59d48a42823fdc2b84e7427e9f302944eb98d2c7d94d6e67c139e7b37b3",
        "CC-BY-SA-4.0",
        "Emoji One",
        "https://github.com/joypixels/emojione-legacy",
    ),
    "fluent-emoji": EmojiSet(
        "1.2.7", "8044210dbf11e016d4de85f15d01a243423bd832457e7e2491df1b751c0e272b", "MIT", "Microsoft", _FLUENT
    ),
    "fluent-emoji-flat": EmojiSet(
        "1.2.6", "7d064769dee690815f823bc5bcc511d957198caf9f5edd8dd9c1aa48a6aeb175", "MIT", "Microsoft", _FLUENT
    ),
    "fluent-emoji-high-contrast": EmojiSet(
        "1.2.6", "0b92d48c90d2200bd499e3cdd09a127ca6a8c8ddefd34c35eb5a1e4994012ae0", "MIT", "Microsoft", _FLUENT
    ),
    "fxemoji": EmojiSet(
        "1.2.2",
        "f3e72b3c59d05e1db03b7e308d55c0d05bd7ba3f625a90da1b79313c12858eef",
        "Apache-2.0",
        "Mozilla",
        "https://github.com/mozilla/fxemoji",
    ),
    "noto": EmojiSet(
        "1.2.9", "3e918d88fc945c0bb3d468dbace6f88caef67f01c9f0e7bcae0915a042e8f1ad", "Apache-2.0", "Google", _NOTO
    ),
    "noto-v1": EmojiSet(
        "1.2.5", "2bf62c26c2c2884aa99e90aec942cdaee17a5921f05690694f4978ad4b017c37", "Apache-2.0", "Google", _NOTO
    ),
    "openmoji": EmojiSet(
        "1.2.29",
        "03181e2c156cab35cf4a62f1f7886bd971d59212e75ac3f189d5a4cae3930fc5",
        "CC-BY-SA-4.0",
        "OpenMoji",
        "https://github.com/hfg-gmuend/openmoji",
    ),
    "twemoji": EmojiSet(
        "1.2.5",
        "19046dff7d8707ce96212ec86468b36ac5f8e60409629dd13f809265c6d0ebb7",
        "CC-BY-4.0",
        "Twitter",
        "https://github.com/jdecked/twemoji",
    ),
}


def attribution() -> str:
    """Return the licences and authors of the drawings in Markdown, to be kept beside the images."""
    rows = [
        f"| {name} | {emoji_set.author} | {emoji_set.licence} | {emoji_set.source} |"
        for name, emoji_set in sorted(EMOJI_SETS.items())
    ]
    return "\n".join(
        [
            "# Where these images come from",
            "",
            "Rendered from free emoji sets, as packaged by Iconify (npm packages `@iconify-json/NAME`).",
            "The drawings keep their licences; images under CC-BY-SA may only be passed on under the same terms.",
            "",
            "| set | author | licence | source |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    )
