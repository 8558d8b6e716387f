"""Reproduce the PRISM paper step by step, and see what a study costs, has done and has found.

Snakemake calls most of these verbs itself: `snakemake` runs a whole study.
"""

import sys

from prism.cli import audit, data, embed, people, rendering, training, upkeep
from prism.cli.groups import GroupedVerbs, verbs
from prism.errors import PrismError
from prism.runtime.instruction_set import pin_instruction_set
from prism.runtime.shortcuts import collect_garbage_rarely

app = verbs(help=__doc__, cls=GroupedVerbs)
for group in (people, audit, embed, data, training, rendering, upkeep):
    app.add_typer(group.app)


def prepare_process() -> None:
    """Decide how this process computes, before a verb imports torch or NumPy."""
    pin_instruction_set()
    collect_garbage_rarely()


def main() -> None:
    """Run a verb; a user's mistake ends in one sentence and exit code 1, never in a traceback."""
    prepare_process()
    try:
        app()
    except PrismError as error:
        print(f"prism: {error}", file=sys.stderr)
        sys.exit(1)
