from collections.abc import Sequence

import pandas as pd
import pytest

from prism.judge.claims.claim import ClaimVerdict
from prism.judge.conclusion import conclusion

CLAIMS: list[ClaimVerdict] = ["holds", "holds", "holds", "fails", "can't tell", "not run"]
TESTED = "of the 5 statements of the paper that this study can test, 3 hold, 1 fails and 1 stays open."


def study(*gains: Sequence[float], dataset: str = "emoji") -> pd.DataFrame:
    """Return runs under 10 % and more of noise; PRISM gains so many points with each seed, in P@1 and in MAP@R."""
    return pd.DataFrame(
        [
            {"dataset": dataset, "noise": f"symmetric-{10 * (place + 1)}", "method": method, "seed": seed}
            | dict.fromkeys(["precision_at_1", "map_at_r"], 0.5 + (gain / 100 if method == "mcl_prism" else 0))
            for place, of_seeds in enumerate(gains)
            for method in ("mcl", "mcl_prism")
            for seed, gain in enumerate(of_seeds)
        ]
    )


@pytest.mark.parametrize(
    ("gains", "found"),
    [
        (  # good
            [[3, 3.1, 3.2], [12, 11, 13]],
            "MCL + PRISM is above MCL in 4 of 4 comparisons (P@1 and MAP@R, 2 noises), by 3.1 to 12.0 points, beyond"
            " the 95 % interval in 4",
        ),
        (  # mixed: better, not certain, and worse
            [[3, 3.1, 3.2], [-1, 2, 2], [-2, -2.1, -2.2]],
            "MCL + PRISM is above MCL in 4 of 6 comparisons (P@1 and MAP@R, 3 noises), with differences of −2.1 to +3.1"
            " points, beyond the 95 % interval in 2, and below MCL beyond the interval in 2",
        ),
        (  # bad
            [[-3, -3.1, -3.2], [-1, -1.1, -1.2]],
            "MCL + PRISM is above MCL in 0 of 4 comparisons (P@1 and MAP@R, 2 noises), with differences of −3.1 to −1.1"
            " points, beyond the 95 % interval in 0, and below MCL beyond the interval in 4",
        ),
        (  # one seed
            [[3]],
            "MCL + PRISM is above MCL in 2 of 2 comparisons (P@1 and MAP@R, 1 noise), by 3.0 points, from one seed"
            " each",
        ),
        (  # no difference at all
            [[0, 0]],
            "MCL + PRISM is above MCL in 0 of 2 comparisons (P@1 and MAP@R, 1 noise), with differences of +0.0 points,"
            " beyond the 95 % interval in 0",
        ),
    ],
)
def test_it_says_what_was_found(gains: list[list[float]], found: str) -> None:
    assert conclusion(study(*gains), CLAIMS).replace("\N{NO-BREAK SPACE}", " ") == f"{found}; {TESTED}"


def test_datasets_are_counted_where_there_are_several() -> None:
    runs = pd.concat([study([3, 3.1], dataset="cub"), study([3, 3.1], dataset="cars")])
    assert "4 comparisons (P@1 and MAP@R, 1 noise, 2 datasets), by" in conclusion(runs, CLAIMS)


def test_a_study_without_the_comparison_speaks_of_the_statements_alone() -> None:
    runs = study([3, 3.1])
    assert conclusion(runs[runs["method"] == "mcl"], CLAIMS) == f"O{TESTED[1:]}"


def test_a_study_that_can_test_nothing_says_so() -> None:
    runs = study([3, 3.1])
    nothing = conclusion(runs[runs["method"] == "mcl"], ["not run", "not run"])
    assert nothing == "This study can test none of the 2 statements of the paper."
