"""`prism plan`: what a study costs before anything starts, and what it did cost."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

from prism.study.params import Params
from prism.study.plan.cluster import cluster_text
from prism.study.plan.parts import parts_text
from prism.study.plan.spent import spent_text
from prism.study.plan.study_plan import study_plan

WIDTH = 110  # of a line


def plan_text(params: Params, gpus: Sequence[int] = (), folder: Path = Path()) -> str:
    """Return the plan of the active study in `folder`, with a simulation on each of these numbers of GPUs."""
    plan = study_plan(params, folder)
    sections = [
        [f"Study {params.study}: {params.active_study.title}"],
        parts_text(plan),
        spent_text(plan),
        cluster_text(plan, gpus),
    ]
    return "\n\n".join("\n".join(map(_wrapped, lines)) for lines in sections if lines)


def _wrapped(line: str) -> str:
    """Return a sentence broken into lines; rows of a table, which have wide gaps, are left alone."""
    return line if "  " in line else fill(line, WIDTH, subsequent_indent="  ")
