import numpy as np
import pandas as pd
import pytest

from prism.judge.claims.case import Bounds, Case
from prism.judge.claims.claim import LESS, Claim, Comparison, Outcome, judge_claim
from prism.judge.claims.sides import each, strongest
from prism.judge.claims.views import StudyScores, at, seconds
from prism.judge.paper import SECONDS
from prism.metrics.statistics import interval

NOTHING = pd.DataFrame()
BEATS = Comparison(at("symmetric"), each("mcl_prism"), each("mcl"))


def runs(noise: str, metric: str = "precision_at_1", **scores: list[float]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"dataset": "cub", "noise": noise, "method": method, "seed": seed, metric: value}
            for method, values in scores.items()
            for seed, value in enumerate(values)
        ]
    )


def outcome(*frames: pd.DataFrame, evidence: Comparison = BEATS, one: bool = False) -> Outcome:
    claim = Claim("id", "Statement.", "Quote.", "Table 1", ("symmetric",), (evidence,), "one" if one else "every")
    return judge_claim(claim, StudyScores(pd.concat(frames)), NOTHING)


BETTER = runs("symmetric-10", mcl=[0.2, 0.5, 0.8], mcl_prism=[0.24, 0.55, 0.86])
WORSE = runs("symmetric-20", mcl=[0.2, 0.5, 0.8], mcl_prism=[0.1, 0.41, 0.72])
OPEN = runs("symmetric-50", mcl=[0.2, 0.5, 0.8], mcl_prism=[0.1, 0.55, 0.9])


def test_differences_are_paired_by_seed() -> None:
    (case,) = outcome(BETTER).cases
    assert str(case) == "cub, 10% symmetric, P@1: mcl_prism less mcl +5.0 ± 2.5 points, wanted above 0"
    (case,) = outcome(runs("symmetric-10", mcl=[0.2, 0.5, 0.9], mcl_prism=[0.3, 0.6])).cases
    assert (case.value.seeds, case.value.mean) == (2, pytest.approx(0.1))


@pytest.mark.parametrize(
    ("frames", "verdict"),
    [
        ([BETTER], "holds"),
        ([BETTER, OPEN], "can't tell"),
        ([OPEN], "can't tell"),
        ([BETTER, OPEN, WORSE], "fails"),
        ([BETTER[BETTER["method"] == "mcl"]], "not run"),
    ],
)
def test_a_claim_needs_every_case(frames: list[pd.DataFrame], verdict: str) -> None:
    assert outcome(*frames).verdict == verdict


@pytest.mark.parametrize(
    ("frames", "verdict"),
    [([BETTER, OPEN, WORSE], "holds"), ([OPEN, WORSE], "can't tell"), ([WORSE], "fails")],
)
def test_a_claim_that_needs_one_case(frames: list[pd.DataFrame], verdict: str) -> None:
    assert outcome(*frames, one=True).verdict == verdict


def test_one_of_many_cases_is_against_a_claim_by_chance() -> None:
    """WORSE alone has a p-value of 0.004, which times 14 is beyond 5 percent."""
    many = [BETTER.assign(noise=f"symmetric-{rate}") for rate in range(30, 43)]
    few = outcome(WORSE, *many[:5])
    assert few.verdict == "fails"
    found = outcome(WORSE, *many)
    assert found.verdict == "can't tell"
    assert "13 for it, 1 against it (which can be chance among so many)." in found.evidence
    lucky = outcome(BETTER, *(WORSE.assign(noise=f"symmetric-{rate}") for rate in range(30, 43)), one=True)
    assert lucky.verdict == "can't tell"
    assert "1 for it, 13 against it (which can be chance among so many)." in lucky.evidence


def test_methods_that_score_the_same_decide_nothing() -> None:
    same = runs("symmetric-10", mcl=[0.2, 0.5, 0.8], mcl_prism=[0.2, 0.5, 0.8])
    assert [outcome(same, one=one).verdict for one in (False, True)] == ["can't tell", "can't tell"]


@pytest.mark.parametrize(("count", "most"), [(1, 0.07), (20, 0.07)])
def test_a_true_claim_seldom_fails_by_chance(count: int, most: float) -> None:
    """Where nothing differs, 5 % of claims may be beyond chance, however many cases they have."""
    random = np.random.default_rng(0)
    fails = 0
    for _ in range(200):
        cases = [
            Case("cub", "10% symmetric", "P@1", "A less B", interval(random.normal(size=3)), "points", Bounds(low=0))
            for _ in range(count)
        ]
        claim = Claim("id", "Statement.", "", "Table 1", ("symmetric",), (BEATS,))
        fails += Outcome(claim, cases, "").verdict == "fails"
    assert fails / 200 <= most


def test_the_evidence_counts_cases_and_shows_the_one_that_decides() -> None:
    found = outcome(BETTER, OPEN, WORSE)
    assert found.evidence == (
        "Of 3 cases 1 for it, 1 against it, 1 open. The weakest: cub, 20% symmetric, P@1: mcl_prism less mcl"
        " -9.0 ± 2.5 points, wanted above 0."
    )
    assert "The strongest: cub, 10% symmetric" in outcome(BETTER, OPEN, WORSE, one=True).evidence
    assert outcome(BETTER).evidence == "cub, 10% symmetric, P@1: mcl_prism less mcl +5.0 ± 2.5 points, wanted above 0."


def test_what_was_not_run_says_what_would_show_it() -> None:
    assert outcome(BETTER[BETTER["method"] == "mcl"]).evidence == "Not run: symmetric would show it."


def test_a_claim_about_all_methods_cannot_hold_without_one_of_them() -> None:
    found = outcome(BETTER, evidence=Comparison(at("symmetric"), each("mcl_prism"), strongest("mcl", "ms")))
    assert found.verdict == "can't tell"
    assert "(ms not run)" in found.evidence


def test_times_are_compared_by_their_ratio() -> None:
    times = runs("symmetric-10", SECONDS, mcl=[10.0, 20.0, 30.0], mcl_prism=[11.0, 22.1, 32.9])
    added = Comparison(seconds(), each("mcl_prism"), each("mcl"), Bounds(high=0.2), "percent")
    assert outcome(times, evidence=added).cases[0].written == "+10.1 ± 1.0 %"
    factor = Comparison(seconds(), each("mcl_prism"), each("mcl"), Bounds(low=1), "times")
    assert outcome(times, evidence=factor).cases[0].written == "1.1 ± 0.0 times"


def test_a_side_may_stand_alone() -> None:
    (case,) = outcome(BETTER, evidence=Comparison(at("symmetric"), each("mcl"), bounds=LESS)).cases
    assert case.subject == "mcl"
    assert case.value.mean == pytest.approx(0.5)


def test_the_paper_s_own_numbers_are_taken_at_their_word() -> None:
    paper = pd.concat(
        [runs("symmetric-10", mcl=[0.5], mcl_prism=[0.6]), runs("symmetric-20", mcl=[0.5], mcl_prism=[0.4])]
    )
    claim = Claim("id", "Statement.", "", "Table 1", ("symmetric",), (BEATS,))
    assert judge_claim(claim, StudyScores(BETTER), paper).paper == "1 of 2 cases"
    assert judge_claim(claim, StudyScores(BETTER), NOTHING).paper == "no numbers"
