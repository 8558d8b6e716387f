"""Why an image is suspicious, in words."""

from types import SimpleNamespace
from typing import Any

import pytest

from prism.audit.page.reason import Sentence, probability, reason

PLAIN = {
    "given_label": "sparrow",
    "predicted_label": "finch",
    "p_given": 0.02,
    "p_predicted": 0.91,
    "nearest_label_1": "finch",
    "nearest_label_2": "finch",
    "nearest_label_3": "finch",
    "is_label_issue": True,
    "is_outlier": False,
    "class_size": 9,
}
START = "Given *sparrow*, but *finch* fits best: P_clean 0.02 against 0.91"


def text(sentence: Sentence) -> str:
    return "".join(part if isinstance(part, str) else f"*{part[0]}*" for part in sentence)


def said(copy: tuple[str, str] | None = None, **changes: Any) -> str:
    return text(reason(SimpleNamespace(**PLAIN | changes), *(copy or (None, None))))


@pytest.mark.parametrize(
    ("nearest", "end"),
    [
        (("finch", "finch", "finch"), "; its three nearest images are all *finch*."),
        (("finch", "wren", "finch"), "; two of its three nearest images are *finch*."),
        (("finch", "wren", "crow"), "; its nearest images are *finch*, *wren* and *crow*."),
        (("finch", "finch", None), "; its two nearest images are both *finch*."),
        (("finch", "wren", None), "; its nearest images are *finch* and *wren*."),
        (("finch", None, float("nan")), "; its nearest image is *finch*."),
        ((None, None, None), "."),
    ],
)
def test_a_wrong_label(nearest: tuple[Any, Any, Any], end: str) -> None:
    labels = {f"nearest_label_{number}": label for number, label in enumerate(nearest, start=1)}
    assert said(**labels) == START + end


def test_no_class_fits() -> None:
    assert said(is_label_issue=False, is_outlier=True) == "No class fits: it may show something else."
    assert said(is_outlier=True).startswith("No class fits: it may show something else. Given *sparrow*, but")


def test_a_near_duplicate() -> None:
    assert said(("finch/1.png", "finch"), is_label_issue=False) == (
        "A near duplicate of *finch/1.png*, which is given *finch*: one of the two labels is wrong, unless both fit."
    )
    assert said(("a.png", "sparrow"), is_label_issue=False) == "A near duplicate of *a.png*, which has the same label."


def test_the_only_image_of_its_class() -> None:
    assert said(class_size=1, is_label_issue=False).startswith("*sparrow* has this image alone")


def test_a_label_that_fits_best_but_badly() -> None:
    assert said(predicted_label="sparrow").startswith("Given *sparrow*, which fits best, but badly: P_clean 0.02;")


@pytest.mark.parametrize(
    ("value", "shown"), [(0.914, "0.91"), (0.0999, "0.10"), (0.034, "0.034"), (0.0004, "below 0.001"), (1.0, "1.00")]
)
def test_probabilities(value: float, shown: str) -> None:
    assert probability(value) == shown
