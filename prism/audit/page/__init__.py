"""The page of an audit: one HTML file on which people look at suspicious images and decide about their labels."""

import base64
import hashlib
import shlex
from pathlib import Path

import pandas as pd
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from prism.audit.images import LabelledImages
from prism.audit.page.content import as_script_data, page_content
from prism.audit.page.histogram import histogram_svg
from prism.audit.summary import AuditSummary
from prism.io.files import atomic

__all__ = ["page_html", "write_page"]

HERE = Path(__file__).parent
SCRIPTS = ["decisions.js", "cards.js", "page.js"]  # in the order in which they need each other


def write_page(path: Path, images: LabelledImages, issues: pd.DataFrame, summary: AuditSummary, top: int = 200) -> None:
    """Write the page of an audit, as `page_html` makes it."""
    with atomic(path) as temporary:
        temporary.write_bytes(page_html(path, images, issues, summary, top))


def page_html(path: Path, images: LabelledImages, issues: pd.DataFrame, summary: AuditSummary, top: int = 200) -> bytes:
    """Return the page of an audit, with its `top` most suspicious images; it needs no server and no network.

    `path` is where the page will lie, from which it links to the images. `issues` is what `find_label_issues` returns:
    a row for every image, worst first, indexed by the number of the image. Its labels are indices into the classes, or
    their names.
    """
    content = page_content(path, images, issues, top)
    script = "\n".join((HERE / name).read_text(encoding="utf-8") for name in SCRIPTS)
    environment = Environment(
        loader=FileSystemLoader(HERE), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=True
    )
    environment.filters["visible"] = visible
    page = environment.get_template("page.html").render(
        summary=summary,
        cards=len(content["cards"]),
        suspicious=int(issues[["is_label_issue", "is_outlier", "is_near_duplicate"]].any(axis=1).sum()),
        histogram=histogram_svg(issues["label_score"].tolist(), summary.threshold),
        apply_command=_apply_command(summary),
        style=Markup((HERE / "page.css").read_text(encoding="utf-8")),
        data=Markup(as_script_data(content)),
        script=Markup(script),
        # Only this very script may run, whatever a name might smuggle in.
        script_digest=base64.b64encode(hashlib.sha256(f"\n{script}\n".encode()).digest()).decode(),
    )
    return page.encode("utf-8", errors="replace")


def _apply_command(summary: AuditSummary) -> str:
    """Return the command that applies the decisions."""
    labels = [] if summary.labels is None else ["--labels", summary.labels]
    return shlex.join(["prism", "apply", "decisions.csv", summary.folder, *labels, "--copy-to", "NEW"])


def visible(text: str) -> str:
    """Return a name with pictures in place of control characters, so that a line break in it can be seen."""
    return "".join(chr(0x2400 + ord(sign)) if ord(sign) < 0x20 else sign for sign in text)
