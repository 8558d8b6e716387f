"""Write the report as one self-contained HTML page."""

import base64
import json
from pathlib import Path

from markupsafe import Markup

from prism.io.files import existing
from prism.render.report.contents import Contents, RunDetails
from prism.render.report.summary import summary
from prism.render.report.templates import load_template


def as_page(contents: Contents, templates: Path) -> str:
    """Fill page.html."""
    groups: dict[str, list[RunDetails]] = {}
    for run in contents.runs:
        groups.setdefault(run.group, []).append(run)
    return load_template(templates, "page.html", autoescape=True).render(
        contents=contents,
        spec=contents.spec,
        summary=summary(contents),
        tables={name: _table_html(contents.table_file(name, "html")) for name in contents.tables},
        figures={name: _image_url(contents.figure_file(name, "svg")) for name in contents.figures},
        groups=groups,
        style=Markup(existing(templates / "page.css").read_text(encoding="utf-8")),
        script=Markup(existing(templates / "page.js").read_text(encoding="utf-8")),
        as_json=lambda content: json.dumps(content, sort_keys=True),
    )


def _table_html(path: Path) -> Markup:
    """Return the HTML of a rendered table, which is not escaped again."""
    return Markup(existing(path).read_text(encoding="utf-8"))


def _image_url(path: Path) -> str:
    """Return an SVG file as a data URL, so that ids within it cannot clash with those of other images."""
    return "data:image/svg+xml;base64," + base64.b64encode(existing(path).read_bytes()).decode()
