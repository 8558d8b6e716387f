"""`python -m benchmarks.publish` writes table and figure of docs/performance.md from the last whole `make bench`."""

from pathlib import Path

from benchmarks import record, table
from benchmarks.figure import draw
from prism.errors import PrismError
from prism.io.files import write_text

BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"


def publish(measured: Path, page: Path) -> None:
    """Put the table between the two marks of the page, and the figure beside it."""
    lines, provenance = record.read(measured)
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise PrismError(f"{page} has no lines {BEGIN} and {END}: put them where the table belongs.")
    write_text(page, f"{before}{BEGIN}\n{table.table(lines, provenance)}{END}{after}")
    draw(lines, page.with_suffix(".svg"))


if __name__ == "__main__":
    publish(Path("results/bench.json"), Path("docs/performance.md"))
