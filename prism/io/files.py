"""Files that are either whole or absent, and their checksums."""

import hashlib
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from prism.errors import PrismError


@contextmanager
def atomic(path: Path) -> Iterator[Path]:
    """Yield a temporary name beside `path`; rename it to `path` only if the block succeeds."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # The suffix stays last: several writers choose the format by it.
    temporary = path.with_name(f".{path.stem}.{secrets.token_hex(4)}{path.suffix}")
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write text atomically, in UTF-8."""
    with atomic(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def write_json(path: Path, content: Any) -> None:
    """Write JSON atomically, with sorted keys, so that equal contents have equal bytes."""
    write_text(path, json.dumps(content, indent=1, sort_keys=True) + "\n")


def read_json(path: Path) -> Any:
    """Return the content of a JSON file."""
    try:
        return json.loads(existing(path).read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise PrismError(f"{path} is not valid JSON ({error}): delete it and make it again.") from error


def existing(path: Path) -> Path:
    """Return the path if it exists, or raise a PrismError that names it."""
    if not path.exists():
        raise PrismError(f"{path} does not exist: make it first, or check the name.")
    return path


def sha256(path: Path) -> str:
    """Return the checksum of a file."""
    with existing(path).open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
