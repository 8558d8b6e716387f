"""The paper's statements, each tested on a study's own runs.

A case is a difference over the seeds that both sides have, and its 95 % interval decides: it supports the claim, it
contradicts it, or it cannot tell. A claim holds if every case supports it, and fails if one contradicts it.
"""

from collections.abc import Mapping

import pandas as pd

from prism.judge.claims import design, other_noise, symmetric, training_time
from prism.judge.claims.claim import Outcome, judge_claim
from prism.judge.claims.views import Study
from prism.judge.paper import Paper

CLAIMS = [*symmetric.CLAIMS, *other_noise.CLAIMS, *training_time.CLAIMS, *design.CLAIMS]


def judge_claims(
    metrics: pd.DataFrame, times: pd.DataFrame, paper: Paper, methods: Mapping[str, str], datasets: Mapping[str, str]
) -> list[Outcome]:
    """Every claim against the collected metrics, or the measured times (`timed_blocks`) if it is about these.

    `methods` and `datasets` are the names that readers know them by.
    """
    study = Study(metrics, methods, datasets, times)
    return [judge_claim(claim, study, paper.metrics(claim.shown_by)) for claim in CLAIMS]
