"""The report of a study, as one self-contained HTML page and as a LaTeX document."""

from pathlib import Path

from prism.io.files import write_text
from prism.render.report.contents import read_contents
from prism.render.report.document import as_document
from prism.render.report.page import as_page
from prism.render.report.templates import TEMPLATES
from prism.study.specs import ReportSpec

__all__ = ["render_report"]


def render_report(spec: ReportSpec, results: Path, logs: Path, templates: Path | None, output: Path) -> None:
    """Write `output`.html and `output`.tex from the files in `results`; `logs` has what the jobs took.

    `templates` is a folder of page.html, page.css, page.js and report.tex; by default, the one in this package.
    """
    templates = templates or TEMPLATES
    contents = read_contents(spec, results, logs)
    page, document = as_page(contents, templates), as_document(contents, templates)
    write_text(output.with_suffix(".html"), page)
    write_text(output.with_suffix(".tex"), document)
