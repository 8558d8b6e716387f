from typing import Any

import numpy as np
import pytest
import torch

from prism.errors import InputError, NonFiniteError
from prism.metrics.landmarks import Difficulty, landmark_metrics, mean_ap

RANKING = torch.tensor([[3, 0, 5, 1, 2, 4]])
TRUTH = [{"easy": [0], "hard": [1], "junk": [3]}]


@pytest.mark.parametrize(
    ("difficulty", "expected"),
    [
        ("easy", 1.0),  # the ranking is 0 5 2 4, and the first is positive
        # The ranking is 0 5 1 2 4: the first, (1 + 1) / 2, and the third, with precision 1/2 before it and 2/3 after.
        ("medium", (1 + (1 / 2 + 2 / 3) / 2) / 2),
        ("hard", (0 + 1 / 2) / 2),  # the ranking is 5 1 2 4, and the second is positive
    ],
)
def test_a_ranking_worked_out_by_hand(difficulty: Difficulty, expected: float) -> None:
    assert mean_ap(RANKING, TRUTH, difficulty) == pytest.approx(expected)


def test_a_query_without_positives_does_not_count() -> None:
    truth = [*TRUTH, {"easy": [], "hard": [2], "junk": [0]}]
    ranks = torch.cat([RANKING, torch.tensor([[2, 0, 1, 3, 4, 5]])])
    assert mean_ap(ranks, truth, "easy") == 1.0
    assert mean_ap(ranks, truth, "hard") == pytest.approx((1 / 4 + 1) / 2)


def slow_mean_ap(ranks: np.ndarray, truth: list[dict[str, Any]], positive: set[str], ignored: set[str]) -> float:
    """Return the average precision, computed one image at a time: recall rises by one step at each hit."""
    averages = []
    for ranking, query in zip(ranks, truth, strict=True):
        wanted = {image for kind in positive for image in query[kind]}
        unwanted = {image for kind in ignored for image in query[kind]}
        if not wanted:
            continue
        area, hits, seen = 0.0, 0, 0
        for image in ranking:
            if image in unwanted:
                continue
            if image in wanted:
                before = hits / seen if seen else 1.0
                after = (hits + 1) / (seen + 1)
                area += (before + after) / 2 / len(wanted)
                hits += 1
            seen += 1
        averages.append(area)
    return sum(averages) / len(averages)


def test_random_rankings_agree_with_a_computation_image_by_image() -> None:
    rng = np.random.default_rng(0)
    ranks = np.stack([rng.permutation(60) for _ in range(20)])
    truth = []
    for _ in ranks:
        images, counts = rng.permutation(60), rng.integers(0, 8, size=3)
        parts = np.split(images[: counts.sum()], counts.cumsum()[:-1])
        truth.append(dict(zip(("easy", "hard", "junk"), map(np.ndarray.tolist, parts), strict=True)))
    for difficulty, positive, ignored in (
        ("easy", {"easy"}, {"junk", "hard"}),
        ("medium", {"easy", "hard"}, {"junk"}),
        ("hard", {"hard"}, {"junk", "easy"}),
    ):
        found = mean_ap(torch.from_numpy(ranks), truth, difficulty)
        assert found == pytest.approx(slow_mean_ap(ranks, truth, positive, ignored))


def test_embeddings_are_ranked_by_cosine_and_ties_by_index() -> None:
    database = torch.tensor([[0.0, 1.0], [1.0, 0.0], [5.0, 5.0], [2.0, 0.0]])  # at 90, 0, 45 and 0 degrees
    truth = [{"easy": [3], "hard": [2], "junk": [1]}]  # ranked 1 3 2 0
    metrics = landmark_metrics(torch.tensor([[3.0, 0.0]]), database, truth)
    assert metrics == {"map_easy": 1.0, "map_medium": 1.0, "map_hard": 1.0}
    truth = [{"easy": [2], "hard": [3], "junk": []}]
    metrics = landmark_metrics(torch.tensor([[3.0, 0.0]]), database, truth)
    assert metrics == {
        "map_easy": pytest.approx((0 + 1 / 2) / 2),  # the ranking is 1 2 0
        "map_medium": pytest.approx(((0 + 1 / 2) / 2 + (1 / 2 + 2 / 3) / 2) / 2),  # the ranking is 1 3 2 0
        "map_hard": pytest.approx((0 + 1 / 2) / 2),  # the ranking is 1 3 0
    }


def test_inputs_that_do_not_fit_are_clear_errors() -> None:
    with pytest.raises(InputError, match=r"there are 1 queries, but the ground truth has 2\.$"):
        mean_ap(RANKING, [*TRUTH, *TRUTH], "easy")
    with pytest.raises(InputError, match=r"query 0 names an image that is not in the database\.$"):
        mean_ap(RANKING, [{"easy": [6], "hard": [], "junk": []}], "easy")
    with pytest.raises(InputError, match=r"no query has a positive under the hard protocol"):
        mean_ap(RANKING, [{"easy": [0], "hard": [], "junk": []}], "hard")
    with pytest.raises(NonFiniteError):
        landmark_metrics(torch.tensor([[float("nan")]]), torch.ones(6, 1), TRUTH)
