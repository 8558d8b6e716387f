from pathlib import Path

import pytest

from prism.errors import PrismError
from prism.render import pdf
from prism.render.pdf import compile_pdf


def test_without_latex_one_sentence_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "report.tex").write_text("")
    monkeypatch.setattr(pdf, "ENGINE", "no-such-latex")
    with pytest.raises(PrismError, match=r"not installed: install TeX Live .* and run the same command again"):
        compile_pdf(tmp_path / "report.tex", tmp_path / "report.pdf")


@pytest.mark.skipif(not pdf.has_latex(), reason="LaTeX is not installed")
def test_a_broken_document_is_reported_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "report.tex").write_text("\\documentclass{article}\\begin{document}\\nosuch\\end{document}")
    with pytest.raises(PrismError, match=r"pdflatex cannot typeset .*report\.tex: Undefined control sequence"):
        compile_pdf(tmp_path / "report.tex", tmp_path / "report.pdf")
    assert [path.name for path in tmp_path.iterdir()] == ["report.tex"]


def test_a_missing_document_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"report\.tex does not exist"):
        compile_pdf(tmp_path / "report.tex", tmp_path / "report.pdf")
