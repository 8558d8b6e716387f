"""The table of measurements in Markdown, as it is printed and as docs/performance.md shows it."""

from collections.abc import Iterable, Mapping
from typing import Any

from benchmarks.line import Line, Target

HEADER = "| what | size | ours | other | ratio | target | met | threads |\n|---|---|---|---|---|---|---|---|"
TIMES = {"ours / other": "x", "other / ours": "x better"}


def row(line: Line) -> str:
    ours, other = ("" if value is None else f"{number(value)} {line.unit}" for value in (line.ours, line.other))
    ratio = "" if line.target.judged == "ours" else f"{number(line.figure)} {TIMES[line.target.judged]}"
    met = "yes" if line.met else "**no**"
    cells = (line.what, line.size, ours, other, ratio, bound(line.target, line.unit), met, str(line.threads))
    return f"| {' | '.join(cells)} |"


def number(value: float) -> str:
    """Three digits, and never an exponent."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def bound(target: Target, unit: str) -> str:
    """Return a target as the table shows it, such as `<= 1.2 x` or `<= 60 s`."""
    return f"{target.relation} {target.bound:g} {TIMES.get(target.judged, unit)}"


def origin(provenance: Mapping[str, Any]) -> str:
    """Return the machine and the versions with which the lines were measured."""
    versions = ", ".join(f"{name} {number}" for name, number in provenance["versions"].items())
    return f"{provenance['machine']['cpu']}, {provenance['cores']} cores; {versions}"


def table(lines: Iterable[Line], provenance: Mapping[str, Any]) -> str:
    return "\n".join([HEADER, *map(row, lines), "", origin(provenance)]) + "\n"
