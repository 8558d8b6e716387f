"""Read the labels of images from JSON of the usual kinds."""

import json
from pathlib import Path
from typing import Any

from prism.audit.label_files import LABEL_NAMES, PATH_NAMES, Listed, first_of, listed
from prism.errors import PrismError

KINDS = (
    "give COCO's images, annotations and categories, a list of objects with path and label, a mapping of paths to "
    "labels, a mapping of classes to lists of paths, or a line of JSON for each image"
)


def read_json_labels(path: Path) -> list[Listed]:
    """Return the images that a JSON file lists: of COCO, a list of objects, a mapping, or lines of objects."""
    content = _parse(path)
    if isinstance(content, dict) and isinstance(content.get("images"), list) and "annotations" in content:
        found = _from_coco(path, content)
    elif isinstance(content, dict) and first_of(content, PATH_NAMES) and first_of(content, LABEL_NAMES):
        found = _from_objects(path, [content])
    elif isinstance(content, dict):
        found = _from_mapping(content)
    elif isinstance(content, list):
        found = _from_objects(path, content)
    else:
        raise PrismError(f"{path} has no list of images: {KINDS}.")
    if not found:
        raise PrismError(f"{path} lists no image: {KINDS}.")
    return found


def _parse(path: Path) -> Any:
    """Return the content of a JSON file, or a list of the objects of a file that has one in each line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise PrismError(f"{path} is not in UTF-8 ({error.reason} at byte {error.start}): save it so.") from error
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        lines = [line for line in text.split("\n") if line.strip()]
        try:
            return [json.loads(line) for line in lines]
        except (ValueError, RecursionError):
            raise PrismError(f"{path} is not valid JSON ({error}): mend it or write it again.") from error


def _from_coco(path: Path, content: dict[str, Any]) -> list[Listed]:
    """Return the images of COCO's format; an image must have one category, however often."""
    try:
        names = {category["id"]: category["name"] for category in content.get("categories", [])}
        categories: dict[Any, list[str]] = {}
        for annotation in content["annotations"]:
            category = annotation["category_id"]
            categories.setdefault(annotation["image_id"], []).append(str(names.get(category, category)))
        images = [(image["file_name"], sorted(set(categories.get(image["id"], [])))) for image in content["images"]]
    except (KeyError, TypeError) as error:
        raise PrismError(
            f"{path} is not as COCO's files are ({error}): images need id and file_name, annotations image_id and "
            "category_id, categories id and name."
        ) from error
    return [
        listed(name, found[0], f"image {number}")
        if len(found) == 1
        else Listed(str(name), "", f"it has several categories: {', '.join(found)}" if found else "it has no label")
        for number, (name, found) in enumerate(images, 1)
    ]


def _from_objects(path: Path, entries: list[Any]) -> list[Listed]:
    if not all(isinstance(entry, dict) for entry in entries):
        raise PrismError(f"{path} has a list of something else than objects: {KINDS}.")
    if entries and not any(name in entry for entry in entries for name in PATH_NAMES):
        raise PrismError(f"{path} has no object with one of {', '.join(PATH_NAMES)}: {KINDS}.")
    return [
        listed(first_of(entry, PATH_NAMES), first_of(entry, LABEL_NAMES), f"object {number}")
        for number, entry in enumerate(entries, 1)
    ]


def _from_mapping(content: dict[str, Any]) -> list[Listed]:
    """Return the images of a mapping, of paths to labels or of classes to lists of paths."""
    found = []
    for key, value in content.items():
        if isinstance(value, list):
            found += [listed(image, key, f"image {number} of {key}") for number, image in enumerate(value, 1)]
        else:
            found.append(listed(key, value, key))
    return found
