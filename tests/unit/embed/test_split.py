from pathlib import Path

import numpy as np
import pytest

from prism.audit.images import LabelledImages
from prism.embed.split import split
from prism.errors import PrismError


def images(sizes: list[int]) -> LabelledImages:
    """Return images of classes of these sizes."""
    labels = np.repeat(np.arange(len(sizes)), sizes)
    return LabelledImages(
        Path(), [str(i) for i in range(len(labels))], [f"{i:03}" for i in range(len(sizes))], labels, []
    )


def test_half_of_the_classes_train() -> None:
    found = images(20 * [3])
    rows = split(found)
    assert rows.by == "class"
    train, test = (set(found.labels[part].tolist()) for part in (rows.train, rows.test))
    assert len(train) == len(test) == 10
    assert not train & test
    assert sorted([*rows.train, *rows.test]) == list(range(60))


def test_of_few_classes_half_of_the_images_train() -> None:
    found = images(19 * [4])
    rows = split(found)
    assert rows.by == "image"
    for part in (rows.train, rows.test):
        assert np.bincount(found.labels[part]).tolist() == 19 * [2]
    assert split(found, "class").by == "class"


@pytest.mark.parametrize(
    ("sizes", "by", "message"),
    [
        ([9, 9, 9], "class", r"3 classes split by class leave 2 to train on and 1 to test on.*split by image\."),
        ([9, 1], "image", r"leave 2 to train on and 1 to test on.*add images\."),
        ([3, 3], "image", "no class has two test images"),
        ([1, 1, 1, 1], "class", "no class has two test images"),
    ],
)
def test_splits_on_which_nothing_can_be_learnt(sizes: list[int], by: str, message: str) -> None:
    with pytest.raises(PrismError, match=message):
        split(images(sizes), by)  # type: ignore[arg-type]
