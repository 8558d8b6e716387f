"""The growth of a PRISM step's cost: none with the bank, and in proportion to the number of classes."""

from collections.abc import Iterator
from dataclasses import replace

from benchmarks.line import Line, Target
from benchmarks.prism_step import step
from benchmarks.sizes import SOP, Size
from benchmarks.timing import interleaved, torch_threads

SMALL = Size("tenth of SOP", dim=SOP.dim, classes=SOP.classes // 10, bank=SOP.bank // 10)


def measure() -> Iterator[Line]:
    more_rows, more_classes = replace(SMALL, bank=10 * SMALL.bank), replace(SOP, bank=SMALL.bank)
    yield _line("PRISM step with 10 x the bank", more_rows, 1.2)
    yield _line("PRISM step with 10 x the classes", more_classes, 12)


def _line(what: str, grown: Size, at_most: float) -> Line:
    with torch_threads(1):
        more, less = (step(size.filter(), size.batches()) for size in (grown, SMALL))
        ours, other = interleaved(more, less, repeats=200)
    sizes = f"bank {grown.bank:,} vs. {SMALL.bank:,}, {grown.classes:,} vs. {SMALL.classes:,} classes"
    return Line(what, sizes, 1e3 * ours, 1e3 * other, "ms", Target("ours / other", "<=", at_most), 1)
