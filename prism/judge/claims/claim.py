"""A statement of the paper, the comparisons that test it, and its outcome in a study."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

import pandas as pd

from prism.judge.claims.case import Bounds, Case, CaseVerdict, Unit
from prism.judge.claims.sides import Found, Side
from prism.judge.claims.views import Scores, StudyScores, View
from prism.metrics.statistics import holm, interval

ClaimVerdict = Literal["holds", "fails", "can't tell", "not run"]
TALLY: dict[CaseVerdict, str] = {"supports": "for it", "contradicts": "against it", "can't tell": "open"}
RANK: dict[CaseVerdict, int] = {"contradicts": 0, "can't tell": 1, "supports": 2}
LEVEL = 0.05  # of a claim that fails, or holds, because of one of its cases
MORE = Bounds(low=0)
LESS = Bounds(high=0)


@dataclass(frozen=True)
class Comparison:
    """The difference of `left` and `right` (or `left` alone) wherever the view shows both.

    If the claim is true, the difference lies within `bounds`.
    """

    view: View
    left: Side
    right: Side | None = None
    bounds: Bounds = MORE
    unit: Unit = "points"  # percent: left / right - 1; times: left / right

    def cases(self, study: StudyScores) -> Iterator[Case]:
        """Yield a case for each place of the view in which both sides were run."""
        for scores in self.view(study):
            rights = self.right(study, scores.by_seed) if self.right else [None]
            for left, right in product(self.left(study, scores.by_seed), rights):
                values = self._values(left, right).dropna()
                if len(values):
                    yield self._case(scores, left, right, values)

    def _values(self, left: Found, right: Found | None) -> pd.Series:
        if right is None:
            return left.by_seed
        if self.unit == "points":
            return left.by_seed - right.by_seed
        ratio = left.by_seed / right.by_seed
        return ratio - 1 if self.unit == "percent" else ratio

    def _case(self, scores: Scores, left: Found, right: Found | None, values: pd.Series) -> Case:
        joined = {"points": "less", "percent": "more than", "times": "over"}[self.unit]
        return Case(
            scores.dataset,
            scores.noise,
            scores.metric,
            f"{left.label} {joined} {right.label}" if right else left.label,
            interval(values),
            self.unit,
            self.bounds,
            scores.lacking + left.missing + (right.missing if right else ()),
        )


@dataclass(frozen=True)
class Claim:
    """A statement of the paper that runs can support or contradict."""

    id: str
    statement: str  # in one sentence of our own
    quote: str  # the paper's words; empty if only its tables show it
    where: str  # the place in the paper
    shown_by: tuple[str, ...]  # the tables and figures of params.yaml whose runs test it
    evidence: tuple[Comparison, ...]
    needs: Literal["every", "one"] = "every"  # how many cases must support it; a claim of "up to" needs one

    def cases(self, study: StudyScores) -> list[Case]:
        """Return the cases of all comparisons in a study."""
        return [case for comparison in self.evidence for case in comparison.cases(study)]


@dataclass(frozen=True)
class Outcome:
    """A claim, tested on a study."""

    claim: Claim
    cases: list[Case]
    paper: str  # how many cases of the paper's own tables agree

    @property
    def verdict(self) -> ClaimVerdict:
        """Return "holds" if every case supports the claim beyond its 95 % interval, "fails" if one contradicts it so.

        Of many cases one is beyond its interval by chance, so that one must stand after Holm's correction for all of
        them. A claim that needs one case holds if one supports it after the correction, and fails if every one
        contradicts it.
        """
        if not self.cases:
            return "not run"
        verdicts = {case.verdict for case in self.cases}
        if self.claim.needs == "one":
            return "fails" if verdicts == {"contradicts"} else "holds" if self._stands("supports") else "can't tell"
        return "holds" if verdicts == {"supports"} else "fails" if self._stands("contradicts") else "can't tell"

    def _stands(self, verdict: CaseVerdict) -> bool:
        """Return whether a case still has this verdict after Holm's correction for all cases that were tested."""
        p_values = [case.bounds.p_value(case.value, verdict) for case in self.cases if case.is_tested]
        return any(p_value < LEVEL for p_value in holm(p_values))

    @property
    def evidence(self) -> str:
        """Count the cases by verdict, and show the decisive one: the weakest, or the strongest if one is enough."""
        if not self.cases:
            return f"Not run: {' or '.join(self.claim.shown_by)} would show it."
        ranked = sorted(self.cases, key=lambda case: (RANK[case.verdict], case.margin))
        which, decisive = ("weakest", ranked[0]) if self.claim.needs == "every" else ("strongest", ranked[-1])
        if len(self.cases) == 1:
            return f"{decisive}."
        counts = Counter(case.verdict for case in self.cases)
        tally = ", ".join(f"{counts[verdict]} {TALLY[verdict]}" for verdict in TALLY if counts[verdict])
        alone: CaseVerdict = "contradicts" if self.claim.needs == "every" else "supports"
        by_chance = " (which can be chance among so many)" if counts[alone] and self.verdict == "can't tell" else ""
        return f"Of {len(self.cases)} cases {tally}{by_chance}. The {which}: {decisive}."


def judge_claim(claim: Claim, study: StudyScores, paper: pd.DataFrame) -> Outcome:
    """Test a claim on a study, and on the paper's own numbers, which have no intervals and count as they are."""
    own = claim.cases(StudyScores(paper, study.methods, study.datasets)) if len(paper) else []
    agreeing = sum(case.bounds.contains(case.value.mean) for case in own)
    return Outcome(claim, claim.cases(study), f"{agreeing} of {len(own)} cases" if own else "no numbers")
