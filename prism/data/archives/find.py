"""Find files below a folder, however deep an archive or a user has put them."""

from pathlib import Path

from prism.errors import PrismError

SUFFIXES = {".jpg", ".jpeg", ".png"}
DEPTHS = ("", "*/", "*/*/", "*/*/*/")


def find(files: Path, *names: str) -> Path | None:
    """The least deep file or folder that has one of the names; a name may have several parts and wildcards."""
    for depth in DEPTHS:
        for name in names:
            found = sorted(files.glob(depth + name))
            if found:
                return found[0]
    return None


def located(files: Path, *names: str) -> Path:
    found = find(files, *names)
    if found is None:
        raise PrismError(f"{files} has no {' or '.join(names)}: check that it holds the dataset's files, unpacked.")
    return found


def images_below(folder: Path) -> list[Path]:
    """All images below a folder, sorted; hidden files are what macOS adds to archives."""
    paths = (path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    return sorted(path for path in paths if not path.name.startswith("."))


def relative(path: Path, files: Path) -> str:
    return path.relative_to(files).as_posix()
