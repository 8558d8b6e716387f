"""Read the drawings of the emoji sets, and group them into concepts."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from prism.data.emoji.sets import EMOJI_SETS
from prism.data.npm_archive import damaged, read_packed


class Drawing(NamedTuple):
    concept: str
    emoji_set: str
    name: str
    svg: str


def read_drawings(raw: Path, min_sets: int) -> list[Drawing]:
    """Return the drawings of every concept that at least `min_sets` sets draw, ordered by concept and set.

    Names that a set declares aliases of one icon are one concept. So that labels are true, three things are left
    out: hidden icons (withdrawn names) and skin-tone variants; a concept for which some set has two drawings (its
    aliases have joined two things, such as the insect and the game of cricket); and a drawing that its set uses for
    two concepts.
    """
    sets = {name: _read_icons(raw, name) for name in EMOJI_SETS}
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
                found[concept][set_name].append(Drawing(concept, set_name, name, _to_svg(icons, icon)))
    return [
        drawing
        for concept in sorted(found)
        if len(found[concept]) >= min_sets and all(len(d) == 1 for d in found[concept].values())
        for _, (drawing,) in sorted(found[concept].items())
    ]


class _Concepts:
    """Disjoint sets of names; calling it returns a name's concept, which is the first of its names in the alphabet."""

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


def _read_icons(raw: Path, name: str) -> Any:
    """Return the content of icons.json in the package of an emoji set."""
    archive = raw / f"iconify-json-{name}-{EMOJI_SETS[name].version}.tgz"
    (content,) = read_packed(archive, "icons.json")
    try:
        return json.loads(content)
    except ValueError as error:
        raise damaged(archive) from error


def _to_svg(icons: Any, icon: Any) -> str:
    """Return an icon as an SVG file whose sides are equally long, so that rendering does not distort it."""
    width = icon.get("width", icons["width"])
    height = icon.get("height", icons["height"])
    side = max(width, height)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{side}" height="{side}" viewBox="{icon.get("left", 0)} {icon.get("top", 0)} {width} {height}">'
        f"{icon['body']}</svg>"
    )
