"""Write the report as a LaTeX document, which stands beside its tables and figures."""

from pathlib import Path

from prism.render.markup.latex import escaped
from prism.render.report.contents import Contents
from prism.render.report.summary import summary
from prism.render.report.templates import load_template


class Raw(str):
    """Text that LaTeX reads without escaping, such as the name of a file."""


def as_document(contents: Contents, templates: Path) -> str:
    """Fill report.tex, whose delimiters are not used in LaTeX; printed values are escaped."""
    document = load_template(
        templates,
        "report.tex",
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        finalize=lambda value: value if isinstance(value, Raw) else escaped(str(value)),
    )
    return document.render(contents=contents, spec=contents.spec, summary=summary(contents), raw=Raw)
