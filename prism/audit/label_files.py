"""Read the labels of images from a CSV or a JSON file, as other programs write them."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from prism.audit.tables import from_spreadsheet
from prism.data.folder.csv_file import read_text_table
from prism.errors import PrismError

# Names of the two columns or keys, the preferred ones first.
PATH_NAMES = ("path", "file_name", "filename", "image", "file", "image_path", "filepath")
LABEL_NAMES = ("label", "given_label", "class", "category", "class_name")
JSON_SUFFIXES = {".json", ".jsonl", ".ndjson"}


class Listed(NamedTuple):
    """An image that a file lists."""

    path: str
    label: str
    why: str | None = None  # it cannot be used


def read_label_file(path: Path) -> list[Listed]:
    """Return the images that a CSV or JSON file lists, in its order."""
    if not path.is_file():
        raise PrismError(f"{path} is not a file: give a CSV of path,label or a JSON file with --labels.")
    if path.suffix.lower() in JSON_SUFFIXES:
        from prism.audit.label_json import read_json_labels

        return read_json_labels(path)
    return _read_csv(path)


def _read_csv(path: Path) -> list[Listed]:
    table = read_text_table(path)
    path_column, label_column = (_column(path, list(map(str, table)), names) for names in (PATH_NAMES, LABEL_NAMES))
    if not len(table):
        raise PrismError(f"{path} lists no image: add a line for each below its first, which names the columns.")
    rows = zip(table[path_column], table[label_column], strict=True)
    return [
        listed(from_spreadsheet(image), from_spreadsheet(label), f"line {number}")
        for number, (image, label) in enumerate(rows, 2)
    ]


def _column(path: Path, columns: list[str], names: tuple[str, ...]) -> str:
    """Return the column that has one of these names, whatever its case."""
    by_name = {column.strip().lower(): column for column in columns}
    found = next((by_name[name] for name in names if name in by_name), None)
    if found is None:
        raise PrismError(
            f"{path} has no column {names[0]!r} (nor {', '.join(names[1:])}) but {', '.join(map(repr, columns))}: "
            "its first line must be path,label, and commas must separate its columns."
        )
    return found


def listed(path: Any, label: Any, place: str) -> Listed:
    """Return an image with its label as text, or with what is wrong with them; `place` is where they stand."""
    if not isinstance(path, str) or not path:
        return Listed(place, "", "no path of an image stands there")
    if isinstance(label, bool) or not isinstance(label, str | int | float) or label == "":
        return Listed(path, "", "it has no label" if label in (None, "") else "its label is no text and no number")
    return Listed(path, str(label))


def first_of(entry: Mapping[str, Any], names: Iterable[str]) -> Any:
    """Return the value of the first of these names that an entry has, or None."""
    return next((entry[name] for name in names if name in entry), None)
