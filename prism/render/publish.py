"""Copy a finished study to report/, and put its results into the README, docs/results.md and the methods' pages."""

import os
import shutil
from pathlib import Path

from prism.errors import PrismError
from prism.io.files import existing, write_text
from prism.render.markdown_tables import all_methods_table, method_table
from prism.render.overview import overview

BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"
KEPT = [  # patterns of the files that are copied
    "metrics.csv",
    "report.html",
    "report.pdf",
    "claims.csv",
    "tables/*",
    "figures/*",
    "noise/*/*.json",
    "timing/*/*.json",
]


def publish_study(results: Path, output: Path, readme: Path, table: Path, pages: Path) -> None:
    """Copy the small files to `output`, and write the scores into the documents: an overview, all methods, and each."""
    existing(results / "report.html")
    documents = [existing(readme), existing(table), *sorted(pages.glob("*.md"))]
    for document in documents:
        split_at_marks(document)  # fail before anything is deleted
    shutil.rmtree(output, ignore_errors=True)
    for pattern in KEPT:
        for source in sorted(results.glob(pattern)):
            target = output / source.relative_to(results)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    for document in documents:
        write_text(document, with_results(document, output))


def with_results(document: Path, published: Path) -> str:
    """Return a document's text with published results between its marks.

    README.md has an overview, results.md all methods, and any other document the method that it is named after.
    """
    before, after = split_at_marks(document)
    if document.name == "README.md":
        found = overview(published, Path(os.path.relpath(published, document.parent)).as_posix())
    elif document.name == "results.md":
        found = all_methods_table(published)
    else:
        found = method_table(published, document.stem)
    return f"{before}{BEGIN}\n{found}{END}{after}"


def split_at_marks(document: Path) -> tuple[str, str]:
    """Return a document's text before and after the marks of the results."""
    before, begin, rest = document.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise PrismError(f"{document} has no lines {BEGIN} and {END}: put them where the results belong.")
    return before, after
