"""The paper's statements, each tested on a study's own runs.

A case is a difference over the seeds that both sides have, and its 95 % interval decides: it supports the claim, it
contradicts it, or it cannot tell. A claim holds if every case supports it, and fails if one contradicts it, after
Holm's correction for the number of its cases.
"""

from collections.abc import Mapping
from functools import cache
from math import inf

import pandas as pd

from prism.errors import PrismError
from prism.io.registry import Registry
from prism.judge.claims.claim import Claim, Outcome, judge_claim
from prism.judge.claims.views import StudyScores
from prism.judge.paper import Paper

STATEMENTS = Registry[list[Claim]]("prism.judge.claims.statements", "CLAIMS", "file of claims")


@cache
def all_claims() -> tuple[Claim, ...]:
    """Return the claims of every file in statements/, in a fixed order."""
    modules = sorted(STATEMENTS.modules().values(), key=lambda module: getattr(module, "POSITION", inf))
    claims = tuple(claim for module in modules for claim in module.CLAIMS)
    ids = [claim.id for claim in claims]
    if repeated := next((name for name in ids if ids.count(name) > 1), None):
        raise PrismError(f"two claims have the id {repeated!r}: rename one in prism/judge/claims/statements/.")
    return claims


def judge_claims(
    metrics: pd.DataFrame, times: pd.DataFrame, paper: Paper, methods: Mapping[str, str], datasets: Mapping[str, str]
) -> list[Outcome]:
    """Judge every claim by the collected metrics, or by the measured times (`timed_blocks`) if it is about these.

    `methods` and `datasets` are the names that readers know them by.
    """
    study = StudyScores(metrics, methods, datasets, times)
    return [judge_claim(claim, study, paper.metrics(claim.shown_by)) for claim in all_claims()]
