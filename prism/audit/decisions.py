"""Decisions about labels: read them from decisions.csv, and make a corrected copy of the images or of their labels."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from prism.audit.copy_images import Placed, copy_images
from prism.audit.images import LabelledImages, list_images
from prism.audit.tables import read_csv, write_csv
from prism.errors import PrismError

COLUMNS = ["path", "given_label", "decision", "label"]
DECISIONS = ["keep", "relabel", "drop"]


class Labelled(NamedTuple):
    """An image as it is labelled before anything is decided."""

    path: str
    given_label: str


def read_decisions(path: Path) -> dict[Labelled, str | None]:
    """Return the label that each image of a decisions.csv shall have; None drops the image."""
    decided: dict[Labelled, str | None] = {}
    for row in read_csv(path, COLUMNS)[COLUMNS].itertuples(index=False, name=None):
        image_path, given, decision, label = map(str, row)
        about = f"{path} says of {image_path!r}"
        if decision not in DECISIONS:
            raise PrismError(f"{about}: {decision!r}, which is no decision; write {', '.join(DECISIONS)}.")
        if decision == "relabel" and not label.strip():
            raise PrismError(f"{about}: relabel, but not as what; write a class into the column label.")
        if decision == "keep" and label not in ("", given):
            raise PrismError(f"{about}: keep {given!r}, and has the label {label!r}; write relabel if you mean that.")
        image = Labelled(image_path, given)
        if image in decided:
            raise PrismError(f"{path} decides twice about {image_path!r}; delete one of the rows.")
        decided[image] = {"keep": given, "relabel": label, "drop": None}[decision]
    return decided


def apply_decisions(
    decisions: Path, folder: Path, labels: Path | None, copy_to: Path | None, labels_to: Path | None
) -> str:
    """Copy the images of a folder as decided, or write their labels as decided; return in a sentence what was done.

    `labels` is the file of labels that was audited, if the folders are not the classes. Nothing is written into
    `folder`, and nothing at all if anything is wrong.
    """
    if (copy_to is None) == (labels_to is None):
        raise PrismError("prism apply needs either --copy-to NEW or --labels-to NEW.csv: say which of them.")
    decided = read_decisions(decisions)
    images = list_images(folder, labels)
    given = [Labelled(path, images.classes[label]) for path, label in zip(images.paths, images.labels, strict=True)]
    _check_known(decisions, decided, images, given)
    new = [decided.get(image, image.given_label) for image in given]
    placed = [
        Placed(image.path, image.given_label, label)
        for image, label in zip(given, new, strict=True)
        if label is not None
    ]
    relabelled = sum(image.label != image.given_label for image in placed)
    counts = f"{relabelled} relabelled, {new.count(None)} dropped"
    if copy_to is not None:
        renamed = copy_images(placed, folder, copy_to)
        told = "".join(f"{old!r} is now {name!r}, because its name was taken.\n" for old, name in renamed)
        return f"{told}{_left_out(images)}{len(placed)} images copied, {counts}: they are in {copy_to}"
    assert labels_to is not None
    _check_outside(labels_to, folder)
    write_csv(labels_to, pd.DataFrame([(image.path, image.label) for image in placed], columns=["path", "label"]))
    return f"{len(placed)} labels written, {counts}: they are in {labels_to}"


def _check_known(
    decisions: Path, decided: Mapping[Labelled, object], images: LabelledImages, given: list[Labelled]
) -> None:
    """Raise an error if a decision is about an image that is not there, or that has another label by now."""
    there = set(given)
    unknown = [image for image in decided if image not in there]
    if not unknown:
        return
    path, label = unknown[0]
    now = next((other.given_label for other in given if other.path == path), None)
    more = f" (and {len(unknown) - 1} more rows are like it)" if len(unknown) > 1 else ""
    if now is None:
        raise PrismError(
            f"{decisions} has {path!r}, which is not in {images.root}{more}: apply it to what was audited."
        )
    raise PrismError(f"{decisions} has {path!r} as {label!r}, but it is {now!r} now{more}: audit the folder again.")


def _left_out(images: LabelledImages) -> str:
    """Return in a sentence how many files were no images, or nothing if there were none."""
    count = len(images.problems)
    return f"Left out, because no image of a class: {count} {'file' if count == 1 else 'files'}.\n" if count else ""


def _check_outside(path: Path, folder: Path) -> None:
    """Raise an error if a file of labels would lie in the user's folder, or take the place of another file."""
    if path.resolve().is_relative_to(folder.resolve()):
        raise PrismError(f"{path} lies in {folder}, into which nothing is written: name a file elsewhere.")
    if path.exists():
        raise PrismError(f"{path} exists: name a new file, or delete it first.")
