import gzip
import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from prism.data import npm
from prism.data.emoji.download import download
from prism.data.emoji.drawings import read_drawings
from prism.data.sources.emoji import SOURCE, EmojiDataset
from prism.errors import PrismError
from prism.io.files import read_json

RawWith = Callable[..., Path]


def names(raw: Path, min_sets: int = 2) -> list[tuple[str, str, str]]:
    return [(drawing.concept, drawing.emoji_set, drawing.name) for drawing in read_drawings(raw, min_sets)]


def icons(bodies: dict[str, str], hidden: str = "", **aliases: dict[str, object]) -> dict[str, object]:
    """Return the content of an icons.json in which one icon may be hidden and others have aliases."""
    listed = {name: {"body": body} | ({"hidden": True} if name == hidden else {}) for name, body in bodies.items()}
    return {"icons": listed, "aliases": aliases}


def test_drawings_are_ordered_by_concept_and_set(raw_with: RawWith) -> None:
    raw = raw_with(b={"dog": "<b1/>", "cat": "<b2/>"}, a={"cat": "<a1/>", "dog": "<a2/>"})
    assert names(raw) == [("cat", "a", "cat"), ("cat", "b", "cat"), ("dog", "a", "dog"), ("dog", "b", "dog")]


def test_a_concept_needs_enough_sets(raw_with: RawWith) -> None:
    raw = raw_with(
        a={"one": "<a1/>", "two": "<a2/>", "three": "<a3/>"},
        b={"two": "<b2/>", "three": "<b3/>"},
        c={"three": "<c3/>"},
    )
    concepts = {min_sets: sorted({concept for concept, _, _ in names(raw, min_sets)}) for min_sets in (1, 2, 3)}
    assert concepts == {1: ["one", "three", "two"], 2: ["three", "two"], 3: ["three"]}


def test_aliases_are_one_concept_called_by_its_first_name(raw_with: RawWith) -> None:
    raw = raw_with(
        a=icons({"puppy": "<a/>"}, hound={"parent": "puppy"}),
        b={"hound": "<b/>"},
        c=icons({"dog": "<c/>"}, hound={"parent": "dog", "hidden": True}),
    )
    assert names(raw) == [("dog", "a", "puppy"), ("dog", "b", "hound"), ("dog", "c", "dog")]


@pytest.mark.parametrize("change", [{"hFlip": True}, {"vFlip": True}, {"rotate": 1}])
def test_a_flipped_or_turned_alias_is_another_concept(raw_with: RawWith, change: dict[str, object]) -> None:
    turned = {"parent": "left", **change}
    raw = raw_with(a=icons({"left": "<a/>"}, right=turned), b={"left": "<b1/>", "right": "<b2/>"}, c={"right": "<c/>"})
    assert names(raw) == [
        ("left", "a", "left"),
        ("left", "b", "left"),
        ("right", "b", "right"),
        ("right", "c", "right"),
    ]


def test_hidden_icons_are_left_out(raw_with: RawWith) -> None:
    raw = raw_with(a=icons({"cat": "<a/>"}, hidden="cat"), b={"cat": "<b/>"}, c={"cat": "<c/>"})
    assert names(raw) == [("cat", "b", "cat"), ("cat", "c", "cat")]


def test_skin_tones_are_left_out(raw_with: RawWith) -> None:
    icons_of = {"wave": "<1/>", "wave-dark-skin-tone": "<2/>"}
    assert names(raw_with(a=icons_of, b=icons_of)) == [("wave", "a", "wave"), ("wave", "b", "wave")]


def test_a_concept_that_one_set_draws_twice_is_left_out(raw_with: RawWith) -> None:
    raw = raw_with(
        a=icons({"cricket": "<a1/>", "cat": "<a2/>"}, **{"cricket-game": {"parent": "cricket"}}),
        b={"cricket": "<insect/>", "cricket-game": "<bat/>", "cat": "<b/>"},
        c={"cricket": "<c1/>", "cat": "<c2/>"},
    )
    assert {concept for concept, _, _ in names(raw)} == {"cat"}


def test_a_drawing_used_for_two_concepts_is_left_out(raw_with: RawWith) -> None:
    raw = raw_with(a={"cat": "<same/>", "lion": "<same/>"}, b={"cat": "<b1/>", "lion": "<b2/>"}, c={"cat": "<c/>"})
    assert names(raw, min_sets=1) == [("cat", "b", "cat"), ("cat", "c", "cat"), ("lion", "b", "lion")]


def test_a_drawing_stands_in_a_square(raw_with: RawWith) -> None:
    raw = raw_with(a={"icons": {"tall": {"body": "<path/>", "height": 20, "top": -1}}, "width": 10, "height": 10})
    (drawing,) = read_drawings(raw, min_sets=1)
    assert 'width="20" height="20" viewBox="0 -1 10 20"' in drawing.svg
    assert drawing.svg.endswith("><path/></svg>")


def flipped(data: bytes, start: int) -> bytes:
    return data[:start] + bytes(255 - byte for byte in data[start:])


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "text": lambda data: b"<html>not found</html>",
    "cut": lambda data: data[: len(data) // 2],
    "wrong from its start": lambda data: flipped(data, start=20),
    # Stored without compression, so that only the header of a block in the middle of the file is wrong.
    "wrong inside": lambda data: flipped(gzip.compress(gzip.decompress(data), compresslevel=0), start=20_000),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_archive_is_reported_in_one_sentence(raw_with: RawWith, damage: Callable[[bytes], bytes]) -> None:
    raw = raw_with(a={"cat": 100_000 * "x"})
    (archive,) = raw.iterdir()
    archive.write_bytes(damage(archive.read_bytes()))
    with pytest.raises(PrismError) as caught:
        read_drawings(raw, 1)
    assert str(caught.value) == f"{archive} is damaged: delete it and download again."


def test_a_missing_archive_is_reported_in_one_sentence(raw_with: RawWith) -> None:
    raw = raw_with(a={"cat": "<a/>"})
    (raw / "iconify-json-a-1.0.0.tgz").unlink()
    with pytest.raises(PrismError, match=r"iconify-json-a-1\.0\.0\.tgz does not exist"):
        read_drawings(raw, 1)


def test_the_manifest_names_every_archive(raw_with: RawWith, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = raw_with(a={"cat": "<a/>"}, b={"cat": "<b/>"})
    archives = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in raw.iterdir()}

    def pack(package: str, version: str, checksum: str, destination: Path) -> Path:
        return destination / f"iconify-json-{package.removeprefix('@iconify-json/')}-{version}.tgz"

    monkeypatch.setattr(npm, "pack", pack)
    download(SOURCE, EmojiDataset(kind="emoji", title="Tiny", size=16, min_sets=2, split_seed=0), raw)
    assert read_json(raw / "manifest.json") == archives
