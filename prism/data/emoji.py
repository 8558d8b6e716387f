"""The emoji dataset: a class is a concept, and its images are how different free sets draw it."""

import json
import tarfile
import zlib
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from prism.data import npm
from prism.data.emoji_sets import EMOJI_SETS
from prism.errors import PrismError
from prism.io.files import existing, sha256, write_json


class Drawing(NamedTuple):
    concept: str
    emoji_set: str
    name: str
    svg: str


def download(raw: Path) -> None:
    """Fetch every emoji set into `raw`, then write its manifest of checksums."""
    archives = [npm.pack(f"@iconify-json/{name}", s.version, s.sha256, raw) for name, s in EMOJI_SETS.items()]
    write_json(raw / "manifest.json", {archive.name: sha256(archive) for archive in archives})


def drawings(raw: Path, min_sets: int) -> list[Drawing]:
    """The drawings of every concept that at least `min_sets` sets draw, ordered by concept and set.

    Names that a set declares aliases of one icon are one concept. So that labels are true, three things are left
    out: hidden icons (withdrawn names) and skin-tone variants; a concept for which some set has two drawings (its
    aliases have joined two things, such as the insect and the game of cricket); and a drawing that its set uses for
    two concepts.
    """
    sets = {name: _icons(raw, name) for name in EMOJI_SETS}
    concept_of = _merge_aliases(sets)
    found: dict[str, dict[str, list[Drawing]]] = defaultdict(lambda: defaultdict(list))
    for set_name, icons in sets.items():
        concepts_of_body = defaultdict(set)
        visible = {n: i for n, i in icons["icons"].items() if not i.get("hidden") and "skin-tone" not in n}
        for name, icon in visible.items():
            concepts_of_body[icon["body"]].add(concept_of(name))
        for name, icon in visible.items():
            if len(concepts_of_body[icon["body"]]) == 1:
                concept = concept_of(name)
                found[concept][set_name].append(Drawing(concept, set_name, name, _svg(icons, icon)))
    return [
        drawing
        for concept in sorted(found)
        if len(found[concept]) >= min_sets and all(len(d) == 1 for d in found[concept].values())
        for _, (drawing,) in sorted(found[concept].items())
    ]


class _Concepts:
    """Names joined into concepts; a concept is called by the first of its names."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        while (parent := self._parent.get(name, name)) != name:
            name = parent
        return name

    def join(self, one: str, other: str) -> None:
        first, second = sorted((self(one), self(other)))
        if first != second:
            self._parent[second] = first


def _merge_aliases(sets: dict[str, Any]) -> _Concepts:
    concepts = _Concepts()
    for icons in sets.values():
        for alias, target in icons.get("aliases", {}).items():
            if set(target) <= {"parent", "hidden"}:  # a flipped or turned icon is another drawing
                concepts.join(alias, target["parent"])
    return concepts


def _icons(raw: Path, name: str) -> Any:
    archive = existing(raw / f"iconify-json-{name}-{EMOJI_SETS[name].version}.tgz")
    try:
        with tarfile.open(archive) as tar:
            member = tar.extractfile("package/icons.json")
            assert member is not None
            return json.load(member)
    except (tarfile.TarError, zlib.error, EOFError, OSError, KeyError, ValueError) as error:
        raise PrismError(f"{archive} is damaged: delete it and download again.") from error


def _svg(icons: Any, icon: Any) -> str:
    width = icon.get("width", icons["width"])
    height = icon.get("height", icons["height"])
    side = max(width, height)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{side}" height="{side}" viewBox="{icon.get("left", 0)} {icon.get("top", 0)} {width} {height}">'
        f"{icon['body']}</svg>"
    )
