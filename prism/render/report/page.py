"""The report as one HTML page, which asks no server for anything."""

import base64
import json
from pathlib import Path

from markupsafe import Markup

from prism.io.files import existing
from prism.render.report.contents import Contents, RunDetails
from prism.render.report.summary import summary
from prism.render.report.templates import load_template


def as_page(contents: Contents, templates: Path) -> str:
    groups: dict[str, list[RunDetails]] = {}
    for run in contents.runs:
        groups.setdefault(run.group, []).append(run)
    return load_template(templates, "page.html", autoescape=True).render(
        contents=contents,
        spec=contents.spec,
        summary=summary(contents),
        tables={name: _inline(contents.table_file(name, "html")) for name in contents.tables},
        figures={name: _source(contents.figure_file(name, "svg")) for name in contents.figures},
        groups=groups,
        style=Markup(existing(templates / "page.css").read_text(encoding="utf-8")),
        script=Markup(existing(templates / "page.js").read_text(encoding="utf-8")),
        as_json=lambda content: json.dumps(content, sort_keys=True),
    )


def _inline(path: Path) -> Markup:
    """HTML of our own making, to stand in the page as it is."""
    return Markup(existing(path).read_text(encoding="utf-8"))


def _source(path: Path) -> str:
    """An image within the page, in which the names of its parts meet no others."""
    return "data:image/svg+xml;base64," + base64.b64encode(existing(path).read_bytes()).decode()
