"""`python -m benchmarks [NAME...]` prints one table; without a name it also writes results/bench.json and bench.svg."""

import sys
import time
from importlib import import_module
from pathlib import Path

from prism.runtime.instruction_set import pin_instruction_set

pin_instruction_set()  # as every verb does; before the imports below load torch and NumPy

from benchmarks import record, table  # noqa: E402
from benchmarks.figure import draw  # noqa: E402
from benchmarks.line import Measure  # noqa: E402

NAMES = (  # modules of this folder with a function `measure`
    "prism_step",
    "published_loop",
    "training_share",
    "growth",
    "memory_loss",
    "retrieval",
    "small_cluster",
    "audit",
    "image_store",
    "loader",
    "start",
    "dry_run",
    "whole_study",
)
RESULTS = Path("results")


def main(names: list[str]) -> None:
    """Run the named benchmarks, or all of them, and print a line of the table as soon as it is measured."""
    if unknown := set(names) - set(NAMES):
        sys.exit(f"There is no benchmark {', '.join(sorted(unknown))}: choose from {', '.join(NAMES)}.")
    lines = []
    print(table.HEADER, flush=True)
    for name in names or NAMES:
        began = time.perf_counter()
        measure: Measure = import_module(f"benchmarks.{name}").measure
        for line in measure():
            lines.append(line)
            print(table.row(line), flush=True)
        print(f"{name} took {time.perf_counter() - began:.0f} s", file=sys.stderr)
    provenance = record.origin()
    print(f"\n{table.origin(provenance)}")
    if not names:
        record.write(RESULTS / "bench.json", lines, provenance)
        draw(lines, RESULTS / "bench.svg")


if __name__ == "__main__":
    main(sys.argv[1:])
