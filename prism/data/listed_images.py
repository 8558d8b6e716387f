"""How the images of a dataset are found in the lists of noisy labels that the paper's authors released."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from prism.data.settings import DatasetSettings


def folder_and_file(path: str) -> str:
    """Return the last two parts of a path, such as 001.Black_footed_Albatross/x.jpg, by which lists name an image."""
    return "/".join(path.split("/")[-2:])


def _names_by_path(paths: Sequence[str], _class_names: Sequence[str]) -> list[str]:
    return [folder_and_file(path) for path in paths]


def _no_sign(_settings: DatasetSettings) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class ListedImages:
    """The part of a source's declaration that says how its images are named in the lists."""

    # Returns the names in the lists of images with these paths and class names.
    names: Callable[[Sequence[str], Sequence[str]], list[str]] = _names_by_path
    copy: str = "a copy with the official names of folders and files"  # of the dataset, in which all names are found
    # Returns the file that shows that the user's copy of the dataset has other names, or None if nothing shows it yet.
    sign_of_other_names: Callable[[DatasetSettings], str | None] = _no_sign
