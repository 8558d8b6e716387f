"""Tables of classes: how much of each seems wrong, and which are taken for which."""

import pandas as pd

CLASS_COLUMNS = ["class", "n", "estimated_wrong_share", "most_confused_with"]


def class_table(issues: pd.DataFrame) -> pd.DataFrame:
    """Return each class with its size, the share of its labels that is flagged, and the class its flagged images fit.

    Classes with the largest share come first; among equals the larger class, then the name decides.
    `issues` has names of classes. Where no flagged image fits another class better, most_confused_with is None.
    """
    confused = confusions(issues).drop_duplicates("given").set_index("given")["predicted"]
    grouped = issues.groupby("given_label", sort=True)["is_label_issue"]
    table = pd.DataFrame({"n": grouped.size(), "estimated_wrong_share": grouped.mean().astype(float)})
    others = [confused.get(name) for name in table.index]
    table["most_confused_with"] = pd.Series(others, index=table.index, dtype=object)
    table = table.rename_axis("class").reset_index()
    order = ["estimated_wrong_share", "n", "class"]
    return table.sort_values(order, ascending=[False, False, True], ignore_index=True)[CLASS_COLUMNS]


def confusions(issues: pd.DataFrame) -> pd.DataFrame:
    """Return how many flagged images of each class fit each other class better: given, predicted, count; most first."""
    wrong = issues[issues["is_label_issue"] & (issues["given_label"] != issues["predicted_label"])]
    counts = wrong.groupby(["given_label", "predicted_label"], sort=True).size().reset_index(name="count")
    counts.columns = pd.Index(["given", "predicted", "count"])
    return counts.sort_values("count", ascending=False, kind="stable", ignore_index=True)
