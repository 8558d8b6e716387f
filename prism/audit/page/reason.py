"""Say in plain sentences why an image is suspicious."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

# Parts of a sentence: a text, or a name of a class or a file in a list of its own, which the page shows in bold.
Sentence = list[str | list[str]]
NUMBERS = ["no", "one", "two", "three"]


def reason(row: Any, copy_path: str | None, copy_label: str | None) -> Sentence:
    """Return why a row of the named issues is suspicious; the path and the label are those of its first copy."""
    parts: Sentence = []
    if copy_path is not None and copy_label is not None:
        parts += _duplicate(row.given_label, copy_path, copy_label)
    if row.class_size == 1:
        parts += [[row.given_label], " has this image alone, so nothing shows whether it belongs there. "]
    if row.is_outlier:
        parts += ["No class fits: it may show something else. "]
    if row.is_label_issue or not parts:
        parts += _label(row)
    return [*parts[:-1], parts[-1].rstrip()] if isinstance(parts[-1], str) else parts


def _duplicate(given: str, copy_path: str, copy_label: str) -> Sentence:
    if copy_label == given:
        return ["A near duplicate of ", [copy_path], ", which has the same label. "]
    return [
        "A near duplicate of ",
        [copy_path],
        ", which is given ",
        [copy_label],
        ": one of the two labels is wrong, unless both fit. ",
    ]


def _label(row: Any) -> Sentence:
    if row.given_label == row.predicted_label:
        return [
            "Given ",
            [row.given_label],
            f", which fits best, but badly: P_clean {probability(row.p_given)}",
            *_end(row),
        ]
    against = f" fits best: P_clean {probability(row.p_given)} against {probability(row.p_predicted)}"
    return ["Given ", [row.given_label], ", but ", [row.predicted_label], against, *_end(row)]


def _end(row: Any) -> Sentence:
    """Return the rest of a sentence, which says what the nearest images are given."""
    nearest = [row.nearest_label_1, row.nearest_label_2, row.nearest_label_3]
    labels = [label for label in nearest if isinstance(label, str)]
    return ["; ", *_nearest(labels), "."] if labels else ["."]


def _nearest(labels: Sequence[str]) -> Sentence:
    [(most, count)] = Counter(labels).most_common(1)
    if len(labels) == 1:
        return ["its nearest image is ", [most]]
    if count == len(labels):
        return [f"its {NUMBERS[count]} nearest images are {'both' if count == 2 else 'all'} ", [most]]
    if count > 1:
        return [f"{NUMBERS[count]} of its {NUMBERS[len(labels)]} nearest images are ", [most]]
    parts: Sentence = []
    for between, label in zip([" and ", *[", "] * (len(labels) - 2), ""], reversed(labels), strict=True):
        parts = [between, [label], *parts]
    return ["its nearest images are ", *parts]


def probability(value: float) -> str:
    """Return a P_clean with two digits that count: 0.91, 0.034, below 0.001."""
    if value < 0.001:
        return "below 0.001"
    return f"{value:.2f}" if value >= 0.0995 else f"{value:.2g}"
