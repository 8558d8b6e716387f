import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from box_fonts import SIZE, Boxes
from prism.data import npm
from prism.data.glyphs.download import download
from prism.data.glyphs.prepare import prepare
from prism.data.sources.glyphs import SOURCE, GlyphsDataset
from prism.data.store import ImageStore
from prism.errors import PrismError
from prism.io.files import read_json

MakeFamilies = Callable[..., Path]
SIX: Boxes = {character: (4, height) for height, character in enumerate("ABCDEF", start=1)}
FEW = {"size": SIZE, "min_typefaces": 2, "train_classes": 2, "test_classes": 2}


def settings(**others: Any) -> GlyphsDataset:
    return GlyphsDataset(kind="glyphs", title="Tiny", **{"split_seed": 0, **FEW, **others})


def prepared(raw: Path, folder: Path, **others: Any) -> ImageStore:
    prepare(SOURCE, settings(**others), raw, folder, 1)
    return ImageStore(folder)


def test_the_store_holds_every_glyph(families: MakeFamilies, tmp_path: Path) -> None:
    store = prepared(families(one=SIX, two=SIX), tmp_path / "glyphs")
    assert store.index["path"].tolist()[:3] == ["one/U+0041", "two/U+0041", "one/U+0042"]
    assert store.index["class_name"].tolist()[::2] == [f"U+004{n} {c}" for n, c in enumerate("ABCDEF", 1)] + [
        "U+0101 ā"
    ]
    assert store.index["label"].tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    assert store[0].shape == (SIZE, SIZE, 3)
    assert (store[0][11, 6:10] == 0).all()  # the box of "A" is one pixel high, on the baseline
    assert store[0].min(axis=2).sum() == 255 * (SIZE**2 - 4)


def test_characters_of_neither_split_are_for_pretraining(families: MakeFamilies, tmp_path: Path) -> None:
    index = prepared(families(one=SIX, two=SIX), tmp_path / "glyphs").index
    assert index.groupby("split")["class_name"].nunique().to_dict() == {"train": 2, "test": 2, "pretrain": 3}
    assert (index.groupby("label")["split"].nunique() == 1).all()


def test_so_many_characters_pretrain_and_no_others_are_stored(families: MakeFamilies, tmp_path: Path) -> None:
    index = prepared(families(one=SIX, two=SIX), tmp_path / "glyphs", pretrain_classes=2).index
    assert index.groupby("split")["class_name"].nunique().to_dict() == {"train": 2, "test": 2, "pretrain": 2}
    every = prepared(families(one=SIX, two=SIX), tmp_path / "all", pretrain_classes=9).index
    assert every["class_name"].nunique() == 7  # as many as there are


def test_a_class_has_at_most_so_many_images(families: MakeFamilies, tmp_path: Path) -> None:
    raw = families(one=SIX, two=SIX, three=SIX)
    index = prepared(raw, tmp_path / "glyphs", images_per_class=2).index
    assert (index.groupby("class_name").size() == 2).all()
    assert index["path"].str.partition("/")[0].nunique() == 3  # not always the same typefaces
    assert prepared(raw, tmp_path / "again", images_per_class=2).index.equals(index)


def test_the_split_seed_draws_the_classes(families: MakeFamilies, tmp_path: Path) -> None:
    raw = families(one=SIX, two=SIX)

    def splits(seed: int) -> tuple[str, ...]:
        return tuple(prepared(raw, tmp_path / "glyphs", split_seed=seed).index["split"])

    assert splits(0) == splits(0)
    assert len({splits(seed) for seed in range(4)}) > 1


def test_what_is_left_out_is_listed(families: MakeFamilies, tmp_path: Path) -> None:
    prepared(families(one=SIX, two=SIX, three={**SIX, "F": (4, 1), "a": (4, 9)}), tmp_path / "glyphs")
    with (tmp_path / "glyphs/left_out.csv").open(encoding="utf-8", newline="") as stream:
        rows = [tuple(row) for row in csv.reader(stream)]
    assert rows[0] == ("family", "character", "reason")
    assert ("", "U+0061 a", "usable in 1 typefaces only") in rows
    assert ("", "U+0062 b", "usable in 0 typefaces only") in rows
    assert rows[-2:] == [("three", "U+0041 A", "drawn as U+0046 F"), ("three", "U+0046 F", "drawn as U+0041 A")]


def test_every_typeface_is_attributed(families: MakeFamilies, tmp_path: Path) -> None:
    prepared(families(one=SIX, two=SIX), tmp_path / "glyphs")
    text = (tmp_path / "glyphs/ATTRIBUTION.md").read_text()
    assert r"| one | 1.0.0 | OFL-1.1 | Copyright 2011 one \| Ann | https://fontsource.org/fonts/one |" in text
    assert "| two | 1.0.0 |" in text


def test_the_bytes_do_not_depend_on_threads(families: MakeFamilies, tmp_path: Path) -> None:
    raw = families(one=SIX, two=SIX)
    for threads in (1, 2):
        prepare(SOURCE, settings(), raw, tmp_path / str(threads), threads)
    for name in ("images.bin", "index.parquet", "ATTRIBUTION.md", "left_out.csv"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_only_the_first_characters_and_typefaces_may_be_used(families: MakeFamilies, tmp_path: Path) -> None:
    index = prepared(families(one=SIX, two=SIX, three=SIX), tmp_path / "glyphs", classes=4, typefaces=2).index
    assert "".join(index["class_name"].str[-1]) == "AABBCCDD"
    assert set(index["path"].str.partition("/")[0]) == {"one", "two"}


def test_too_few_characters_are_reported(families: MakeFamilies, tmp_path: Path) -> None:
    raw = families(one=SIX, two=SIX)
    with pytest.raises(
        PrismError, match=r"are 8 together, but there are only 7 characters that at least 2 typefaces draw"
    ):
        prepared(raw, tmp_path / "glyphs", train_classes=6)
    assert not (tmp_path / "glyphs").exists()


def test_more_typefaces_than_there_are_is_reported(families: MakeFamilies, tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"^typefaces is 9, but there are only 2 families\.$"):
        prepared(families(one=SIX, two=SIX), tmp_path / "glyphs", typefaces=9)


def test_a_font_that_does_not_open_leaves_nothing(families: MakeFamilies, tmp_path: Path) -> None:
    raw = families(one=SIX, two=b"not a font")
    with pytest.raises(PrismError, match=r"two-1\.0\.0\.tgz is damaged"):
        prepared(raw, tmp_path / "glyphs")
    assert not (tmp_path / "glyphs").exists()


@pytest.mark.parametrize(
    ("others", "message"),
    [
        ({"classes": 3 + 2}, "has classes 5, but train_classes and test_classes are 6 together"),
        ({"typefaces": 2, "min_typefaces": 3}, "has typefaces 2, but min_typefaces is 3"),
    ],
)
def test_limits_that_leave_too_little_are_refused(others: dict[str, int], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        settings(**{"train_classes": 4, **others})


def test_the_download_lists_the_archives_that_are_used(families: MakeFamilies, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = families(one=SIX, two=SIX, three=SIX)
    monkeypatch.setattr(
        npm, "pack", lambda name, version, checksum, folder: folder / f"fontsource-{name[12:]}-1.0.0.tgz"
    )
    download(SOURCE, settings(typefaces=2), raw)
    assert list(read_json(raw / "manifest.json")) == ["fontsource-one-1.0.0.tgz", "fontsource-two-1.0.0.tgz"]
