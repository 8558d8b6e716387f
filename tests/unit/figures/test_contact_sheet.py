from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from prism.data.store import StoredImage, write_store
from prism.errors import PrismError
from prism.figures.any_figure import AnyFigureSpec
from prism.figures.contact_sheet import _compose, choose_images, points, spread
from prism.figures.files import StudyFiles


def index(*images: str) -> pd.DataFrame:
    """Return an index of paths whose classes are the names of their files."""
    return pd.DataFrame({"path": images, "class_name": [Path(path).name for path in images]}).reset_index()


def chosen(found: pd.DataFrame) -> list[tuple[str, int]]:
    return list(zip(found["path"], found["column"], strict=True))


@pytest.mark.parametrize(("count", "expected"), [(1, "a"), (2, "ae"), (3, "ace"), (4, "abce"), (9, "abcde")])
def test_items_are_spread_from_the_first_to_the_last(count: int, expected: str) -> None:
    assert "".join(spread(list("abcde"), count)) == expected


def test_a_column_is_an_origin_that_all_rows_have() -> None:
    found = choose_images(index("x/a", "y/a", "z/a", "x/b", "z/b"), classes=2, images=2)
    assert chosen(found) == [("x/a", 0), ("z/a", 1), ("x/b", 0), ("z/b", 1)]
    assert found["origin"].tolist() == ["x", "z", "x", "z"]


def test_images_of_other_origins_fill_their_rows() -> None:
    images = index("x/a", "y/a", "z/a", "w/b")
    found = choose_images(images, classes=2, images=2)
    assert chosen(found) == [("x/a", 0), ("z/a", 1), ("w/b", 0)]
    assert found["origin"].isna().all()


def test_a_sheet_may_show_one_split(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    shown = points(spec("contact_sheet", split="test"), study)
    assert shown["class_name"].tolist() == ["of a test"]
    with pytest.raises(PrismError, match=r"^insects has no images of the split query: name another in params\.yaml\.$"):
        points(spec("contact_sheet", split="query"), study)


def test_images_stand_in_the_middle_of_their_cells(tmp_path: Path) -> None:
    sizes = {"a": (8, 8), "b": (4, 8)}
    write_store(tmp_path / "d", [StoredImage(n, n, "", np.zeros((*size, 3), np.uint8)) for n, size in sizes.items()])
    found = pd.DataFrame({"class_name": ["a", "b"], "column": [0, 1], "index": [0, 1]})
    sheet, step = _compose(found, StudyFiles(tmp_path, tmp_path).images("d"))
    assert step == 9
    dark = sheet[:, :, 0] == 0
    assert sheet.shape == (18, 18, 3)
    assert dark[:8, :8].all()
    assert dark[11:15, 9:17].all()
    assert dark.sum() == 64 + 32
