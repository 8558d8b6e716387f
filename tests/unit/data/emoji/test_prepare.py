import hashlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from prism.data.emoji.drawings import Drawing
from prism.data.emoji.prepare import prepare, render
from prism.data.sources.emoji import SOURCE, EmojiDataset
from prism.data.store import ImageStore
from prism.errors import PrismError

RawWith = Callable[..., Path]

RED, BLUE = '<path fill="#f00" d="M0 0h10v10H0z"/>', '<path fill="#00f" d="M0 0h10v10H0z"/>'


def settings(classes: int | None = None, split_seed: int = 0) -> EmojiDataset:
    return EmojiDataset(kind="emoji", title="Tiny", size=16, min_sets=2, split_seed=split_seed, classes=classes)


def drawn_by_two_sets(raw_with: RawWith, concepts: int) -> Path:
    names = [f"concept{number}" for number in range(concepts)]
    one = {name: RED.replace("10", str(9 - number)) for number, name in enumerate(names)}
    other = {name: BLUE.replace("10", str(9 - number)) for number, name in enumerate(names)}
    return raw_with(one=one, other=other)


def test_the_bytes_do_not_depend_on_threads(raw_with: RawWith, tmp_path: Path) -> None:
    raw = drawn_by_two_sets(raw_with, 2)
    for threads in (1, 2):
        prepare(SOURCE, settings(), raw, tmp_path / str(threads), threads)
    for name in ("images.bin", "index.parquet", "ATTRIBUTION.md"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_the_store_holds_every_drawing(raw_with: RawWith, tmp_path: Path) -> None:
    prepare(SOURCE, settings(), drawn_by_two_sets(raw_with, 4), tmp_path / "emoji", 1)
    store = ImageStore(tmp_path / "emoji")
    assert store.index["path"].tolist()[:3] == ["one/concept0", "other/concept0", "one/concept1"]
    assert store.index["label"].tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert (store.index.groupby("label")["split"].nunique() == 1).all()  # a class trains or tests, never both
    assert store.index["split"].value_counts().to_dict() == {"train": 4, "test": 4}
    assert store[0][0, 0].tolist() == [255, 0, 0]
    assert store[1][0, 0].tolist() == [0, 0, 255]
    assert store[0].shape == (16, 16, 3)


def test_the_split_seed_draws_the_training_classes(raw_with: RawWith, tmp_path: Path) -> None:
    raw = drawn_by_two_sets(raw_with, 6)

    def training_classes(seed: int) -> tuple[str, ...]:
        prepare(SOURCE, settings(split_seed=seed), raw, tmp_path / "emoji", 1)
        index = ImageStore(tmp_path / "emoji").index
        return tuple(sorted(set(index.loc[index["split"] == "train", "class_name"])))

    assert training_classes(0) == training_classes(0)
    assert len({training_classes(seed) for seed in range(4)}) > 1


def test_only_the_first_classes_may_be_used(raw_with: RawWith, tmp_path: Path) -> None:
    prepare(SOURCE, settings(classes=4), drawn_by_two_sets(raw_with, 6), tmp_path / "emoji", 1)
    assert ImageStore(tmp_path / "emoji").index["class_name"].unique().tolist() == [f"concept{n}" for n in range(4)]


def test_more_classes_than_there_are_is_reported(raw_with: RawWith, tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"^classes is 5, but there are only 4 emoji concepts\.$"):
        prepare(SOURCE, settings(classes=5), drawn_by_two_sets(raw_with, 4), tmp_path / "emoji", 1)


def test_a_drawing_is_centred_on_white() -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 10 20">{RED}</svg>'
    stored = render(Drawing("cat", "one", "puss", svg), 16)
    white, red = [255, 255, 255], [255, 0, 0]
    top_row = np.array([white] * 4 + [red] * 8 + [white] * 4)  # 10 of 20 units wide, and so 8 of 16 pixels
    np.testing.assert_array_equal(stored.pixels, [[*top_row]] * 8 + [[white] * 16] * 8)
    assert (stored.path, stored.class_name) == ("one/puss", "cat")
    assert stored.sha256 == hashlib.sha256(svg.encode()).hexdigest()
