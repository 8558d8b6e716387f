"""The ten tables of the paper's study fit a document with the paper's class options."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from study import ROOT, write_study

from prism.render.preview import render_preview
from prism.study import Params, load

pytestmark = pytest.mark.skipif(not shutil.which("pdflatex"), reason="LaTeX is not installed")

PAPER = load(ROOT / "params.yaml").model_copy(update={"study": "paper"})
# CVPR's page has two columns, 6 7/8 by 8 7/8 inches, 5/16 between them. Its Times is narrower than the stock font.
DOCUMENT = r"""
\documentclass[10pt,twocolumn,letterpaper]{article}
\usepackage{booktabs,graphicx}
\setlength{\textwidth}{6.875in}\setlength{\textheight}{8.875in}\setlength{\columnsep}{0.3125in}
\setlength{\topmargin}{0in}\setlength{\headheight}{0in}\setlength{\headsep}{0in}
\begin{document}
\input{TABLE}
Text.
\end{document}
"""


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("paper")
    write_study(PAPER, folder)
    render_preview(PAPER, folder, folder / "data", folder / "logs")
    return folder / "preview"


def typeset(folder: Path, document: str) -> str:
    """Compile a document in `folder` and return LaTeX's log."""
    (folder / "document.tex").write_text(document)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "document.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    return (folder / "document.log").read_text(errors="replace")


def test_the_paper_has_ten_tables() -> None:
    assert len(PAPER.active_study.tables) == 10


@pytest.mark.parametrize("name", PAPER.active_study.tables)
def test_a_table_fits_the_papers_page(rendered: Path, tmp_path: Path, name: str) -> None:
    shutil.copyfile(rendered / "tables" / f"{name}.tex", tmp_path / "table.tex")
    log = typeset(tmp_path, DOCUMENT.replace("TABLE", "table.tex"))
    assert re.findall(r"Overfull \\hbox.*|Float too large.*|LaTeX Warning: .*undefined.*", log) == []


def test_every_number_of_the_paper_stands_beside_ours(rendered: Path) -> None:
    for value in ("73.47", "80.06", "56.03"):  # Table 1
        assert value in (rendered / "tables/symmetric.tex").read_text()


def test_the_whole_report_is_typeset(rendered: Path) -> None:
    assert (rendered / "report.pdf").read_bytes().startswith(b"%PDF")


def test_the_same_report_gives_the_same_bytes(rendered: Path, tmp_path: Path) -> None:
    from prism.render.pdf import compile_pdf

    compile_pdf(rendered / "report.tex", tmp_path / "again.pdf")
    assert (tmp_path / "again.pdf").read_bytes() == (rendered / "report.pdf").read_bytes()


def test_any_name_can_be_typeset(tmp_path: Path) -> None:
    """A user may give methods and data any name."""
    content = PAPER.model_dump(mode="json", exclude_none=True)
    nasty = r"<script>alert(1)</script> & 100% _a_ #1 $x$ \input{x} ~^{} | 猫"
    content["study"] = "mini"
    content["studies"]["mini"] |= {"tables": {"symmetric": ["glyphs"]}, "figures": {}, "noise": {}, "title": nasty}
    content["datasets"]["glyphs"]["title"] = nasty
    content["methods"]["mcl"]["label"] = nasty
    params = Params.model_validate(content)
    write_study(params, tmp_path)
    render_preview(params, tmp_path, tmp_path / "data", tmp_path / "logs")
    assert (tmp_path / "preview/report.pdf").exists()
