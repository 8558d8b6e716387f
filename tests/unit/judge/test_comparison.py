import math

import pandas as pd
import pytest

from prism.judge.comparison import Change, filtered_against_plain

LABELS = {"mcl": "MCL", "mcl_prism": "MCL + PRISM", "softtriple": "Soft Triple"}


def runs(noise: str, method: str, *scores: float) -> list[dict[str, object]]:
    return [
        {"dataset": "emoji", "noise": noise, "method": method, "seed": seed, "precision_at_1": score, "map_at_r": 0.5}
        for seed, score in enumerate(scores)
    ]


def compare(*rows: list[dict[str, object]]) -> list[Change]:
    return filtered_against_plain(pd.DataFrame([run for group in rows for run in group]), LABELS)


def test_differences_are_paired_by_seed() -> None:
    # The seeds differ by far more than the methods do, and PRISM gains 4, 5 and 6 points.
    found, map_at_r = compare(
        runs("symmetric-20", "mcl", 0.2, 0.5, 0.8),
        runs("symmetric-20", "mcl_prism", 0.24, 0.55, 0.86),
    )
    assert found.method == "MCL"
    assert (found.dataset, found.noise, found.metric) == ("emoji", "20% symmetric", "P@1")
    assert str(found.plain).startswith("50.0 ±")
    assert str(found.prism).startswith("55.0 ±")
    assert str(found.change) == "5.0 ± 2.5"
    assert found.verdict == "better"
    assert (map_at_r.metric, map_at_r.verdict) == ("MAP@R", "can't tell")


@pytest.mark.parametrize(
    ("scores", "verdict"),
    [((0.6, 0.61, 0.62), "better"), ((0.4, 0.41, 0.42), "worse"), ((0.4, 0.6, 0.5), "can't tell")],
)
def test_the_verdict_asks_whether_the_interval_has_one_sign(scores: tuple[float, ...], verdict: str) -> None:
    found, _ = compare(runs("clean", "mcl", 0.5, 0.5, 0.5), runs("clean", "mcl_prism", *scores))
    assert found.verdict == verdict


def test_one_seed_cannot_tell() -> None:
    found, _ = compare(runs("clean", "mcl", 0.1), runs("clean", "mcl_prism", 0.9))
    assert math.isnan(found.change.half_width)
    assert found.verdict == "can't tell"


def test_only_seeds_that_both_have_count() -> None:
    found, _ = compare(runs("clean", "mcl", 0.1, 0.2, 0.9), runs("clean", "mcl_prism", 0.2, 0.3))
    assert found.change.seeds == 2
    assert str(found.plain).startswith("15.0")


def test_each_noise_is_compared_on_its_own() -> None:
    found = compare(
        runs("symmetric-10", "mcl", 0.1, 0.2),
        runs("symmetric-10", "mcl_prism", 0.1, 0.2),
        runs("smallcluster-25", "mcl", 0.1, 0.2),
        runs("smallcluster-25", "mcl_prism", 0.1, 0.2),
    )
    assert [row.noise for row in found] == ["25% Small Cluster"] * 2 + ["10% symmetric"] * 2


def test_variants_and_losses_without_a_partner_are_left_out() -> None:
    assert compare(runs("clean", "softtriple", 0.1), runs("clean", "mcl_prism@window=1", 0.1)) == []
