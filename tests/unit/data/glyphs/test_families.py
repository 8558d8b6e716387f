from prism.data.glyphs.characters import CANDIDATES, class_name
from prism.data.glyphs.families import FAMILIES, packages


def test_families_are_pinned() -> None:
    assert list(FAMILIES) == sorted(FAMILIES)
    for package in packages(None):
        assert len(bytes.fromhex(package.sha256)) == 32
        assert package.version.count(".") == 2
    assert packages(1)[0].archive_name == f"fontsource-{next(iter(FAMILIES))}-{packages(1)[0].version}.tgz"


def test_names_of_classes_sort_as_their_characters() -> None:
    names = [class_name(character) for character in CANDIDATES]
    assert names == sorted(names)
    assert len(set(names)) == len(names)
    assert names[0] == "U+0021 !"
    assert not {"\u00a0", "\u00ad", " "} & set(CANDIDATES)
