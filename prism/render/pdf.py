"""Typeset a LaTeX document as PDF, where LaTeX is installed."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from prism.errors import PrismError
from prism.io.files import atomic, existing

ENGINE = "pdflatex"
PASSES = 3  # long tables need two passes to know their widths, links need one more
HOW_TO_GET = (
    "report.pdf needs LaTeX, which is not installed: install TeX Live (on Debian and Ubuntu"
    " `apt-get install texlive-latex-recommended`) and run the same command again."
)


def has_latex() -> bool:
    """Return whether LaTeX is installed."""
    return shutil.which(ENGINE) is not None


def compile_pdf(document: Path, output: Path) -> None:
    """Write `output`, with the same bytes for the same document; the files that it includes stand beside it."""
    existing(document)
    if not has_latex():
        raise PrismError(HOW_TO_GET)
    with tempfile.TemporaryDirectory() as folder:
        command = [ENGINE, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "-jobname=report"]
        for _ in range(PASSES):
            done = subprocess.run(
                [*command, f"-output-directory={folder}", document.name],
                cwd=document.parent,
                env={**os.environ, "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1", "max_print_line": "1000"},
                check=False,
                capture_output=True,
                text=True,
                errors="replace",
            )
            if done.returncode:
                reason = next(
                    (line for line in done.stdout.splitlines() if line.startswith("!")), "it does not say why"
                )
                raise PrismError(f"{ENGINE} cannot typeset {document}: {reason.lstrip('! ')}")
        with atomic(output) as temporary:
            shutil.copyfile(Path(folder) / "report.pdf", temporary)
