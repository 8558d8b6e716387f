"""Files and modules that documents name exist."""

import pkgutil
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# docs/extend.md names files that a reader makes; it is followed to the letter by a test of its own.
PAGES = [path for path in (ROOT / "docs").rglob("*.md") if path.name != "extend.md"]
DOCUMENTS = [*(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "results/README.md")), *PAGES]
FOLDERS = "prism|workflow|tests|benchmarks|docs|report|slurm"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_named_files_and_modules_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for name in re.findall(rf"`((?:{FOLDERS})/[\w./-]*)`", text):
        assert (ROOT / name).exists(), f"{document.name} names {name}"
    for name in re.findall(r"`(prism(?:\.\w+)+)`", text):
        assert pkgutil.resolve_name(name), f"{document.name} names {name}"
