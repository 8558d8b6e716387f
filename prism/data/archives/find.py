"""Find files below a folder, however deep an archive or a user has put them."""

from pathlib import Path

from prism.errors import PrismError

SUFFIXES = {".jpg", ".jpeg", ".png"}
DEPTHS = ("", "*/", "*/*/", "*/*/*/")


def find(files: Path, *names: str) -> Path | None:
    """Return the least deeply nested file or folder of these names, which may have several parts and wildcards."""
    for depth in DEPTHS:
        for name in names:
            found = sorted(files.glob(depth + name))
            if found:
                return found[0]
    return None


def locate(files: Path, *names: str) -> Path:
    """Return what `find` finds, or say that the dataset's files are not there."""
    found = find(files, *names)
    if found is None:
        raise PrismError(f"{files} has no {' or '.join(names)}: check that it holds the dataset's files, unpacked.")
    return found


def images_below(folder: Path) -> list[Path]:
    """Return all images below a folder, sorted, without the hidden files that macOS adds to archives."""
    paths = (path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    return sorted(path for path in paths if not path.name.startswith("."))


def relative(path: Path, files: Path) -> str:
    """Return a path relative to the folder of files, as an entry has it."""
    return path.relative_to(files).as_posix()
