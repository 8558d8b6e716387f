"""The shipped copy of a finished study, under report/, and the table in the README that comes from it."""

import shutil
from pathlib import Path

import pandas as pd

from prism.errors import PrismError
from prism.files import existing, write_text
from prism.render.tables import NOT_RUN

BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"
KEPT = ["metrics.csv", "report.html", "tables/*", "figures/*", "noise/*/*.json"]


def publish_study(results: Path, output: Path, readme: Path) -> None:
    """Copy what is small and worth reading, and write the main table into the README."""
    existing(results / "report.html")
    text = existing(readme).read_text(encoding="utf-8")
    split_at_marks(text)  # before anything is deleted
    shutil.rmtree(output, ignore_errors=True)
    for pattern in KEPT:
        for source in sorted(results.glob(pattern)):
            target = output / source.relative_to(results)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    write_text(readme, with_results(text, output))


def with_results(text: str, published: Path) -> str:
    """The README's text with the published table between its two marks."""
    before, after = split_at_marks(text)
    return f"{before}{BEGIN}\n{markdown_table(published)}{END}{after}"


def split_at_marks(text: str) -> tuple[str, str]:
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise PrismError(f"the README has no lines {BEGIN} and {END}: put them where the table belongs.")
    return before, after


def markdown_table(published: Path) -> str:
    """P@1 and MAP@R of every method at every noise, mean and 95 % interval over seeds."""
    cells = pd.concat([pd.read_csv(path) for path in sorted((published / "tables").glob("*.csv"), reverse=True)])
    columns = list(dict.fromkeys(cells["noise"]))
    lines = [f"| P@1 / MAP@R (%) | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
    for method, row in cells.groupby("method", sort=False):
        by_noise = {noise: cell["cell"] for noise, cell in row.sort_values("metric", ascending=False).groupby("noise")}
        texts = [" / ".join(by_noise.get(noise, [NOT_RUN])) for noise in columns]
        lines.append(f"| `{method}` | {' | '.join(texts)} |")
    return "\n".join(lines) + "\n"
