"""Choose which images the page shows, and what they are shown beside."""

from collections.abc import Iterator

import pandas as pd

KINDS = {"is_label_issue": "wrong label", "is_outlier": "none fits", "is_near_duplicate": "near duplicate"}
TYPICAL = 3  # images beside a suspicious one, of each of the two classes
RESERVED = 8  # one place in so many is kept for images that none fits, and as many for near duplicates


def suspicious(issues: pd.DataFrame, top: int) -> pd.DataFrame:
    """Return at most `top` rows that are suspicious in any way, in the order of `issues`: worst first.

    A few places are kept for what is not among the wrong labels, which would fill the page alone otherwise.
    Near duplicates with different labels come before those with equal ones.
    """
    found = issues[issues[list(KINDS)].any(axis=1)]
    other = found[~found["is_label_issue"]]
    copies = other[other["is_near_duplicate"]]
    conflict = has_conflict(issues, copies)
    copies = pd.concat([copies[conflict], copies[~conflict]])
    outliers = other[other["is_outlier"]]
    places = top // RESERVED
    wanted = [*copies.index[:places], *outliers.index[:places], *found.index[found["is_label_issue"]]]
    wanted += [*copies.index, *outliers.index]
    chosen = set(list(dict.fromkeys(wanted))[:top])
    return found[[row in chosen for row in found.index]]


def has_conflict(issues: pd.DataFrame, rows: pd.DataFrame) -> pd.Series:
    """Return whether each row is a near duplicate of an image that is given another label."""
    labels = issues["given_label"].to_dict()
    pairs = zip(rows["given_label"], rows["near_duplicate_of"], strict=True)
    return pd.Series([copy >= 0 and labels[copy] != given for given, copy in pairs], index=rows.index, dtype=bool)


class TypicalImages:
    """The images of each class that fit it best."""

    def __init__(self, issues: pd.DataFrame) -> None:
        doubtful = issues[list(KINDS)].any(axis=1)
        best = issues.assign(doubtful=doubtful).sort_values(
            ["doubtful", "label_score"], ascending=[True, False], kind="stable"
        )
        # One more than is shown, because an image is not shown beside itself.
        best = best.groupby("given_label", sort=False).head(TYPICAL + 1)
        self._rows = {str(name): list(part.index) for name, part in best.groupby("given_label", sort=False)}

    def beside(self, row: int, name: str) -> list[int]:
        """Return the rows of the images to show beside the image in `row` for the class `name`."""
        return [other for other in self._rows.get(name, []) if other != row][:TYPICAL]


def kinds(row: object) -> Iterator[str]:
    """Yield in which ways a row is suspicious, in words."""
    return (kind for column, kind in KINDS.items() if getattr(row, column))
