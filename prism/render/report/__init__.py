"""The report: one HTML page that needs nothing but itself, and the same for LaTeX."""

from pathlib import Path

from prism.io.files import write_text
from prism.render.report.contents import read_contents
from prism.render.report.document import as_document
from prism.render.report.page import as_page
from prism.render.report.spec import ReportSpec

__all__ = ["ReportSpec", "render_report"]


def render_report(spec: ReportSpec, results: Path, logs: Path, templates: Path, output: Path) -> None:
    """Write `output`.html and `output`.tex from what is in `results`, which `logs` say the cost of."""
    contents = read_contents(spec, results, logs)
    page, document = as_page(contents, templates), as_document(contents, templates)
    write_text(output.with_suffix(".html"), page)
    write_text(output.with_suffix(".tex"), document)
