from collections.abc import Callable
from itertools import pairwise

import pandas as pd
import pytest
from matplotlib.axes import Axes
from pydantic import ValidationError

from prism.figures.any_figure import AnyFigureSpec
from prism.figures.files import StudyFiles
from prism.figures.noise_rates import draw, points

METHODS = {"filtered": "mcl_prism", "plain": "mcl", "oracle": "mcl_oracle", "A": "ms", "B": "circle", "C": "fastap"}
GROUPS = {"best on pairs": {"A": "ms", "B": "circle"}, "best with proxies": {"C": "fastap"}}
SCORES = {  # percent at 10 and at 50 %; B is the best on pairs at 10 %, A is over both
    "mcl_prism": (60, 50), "mcl": (60, 40), "mcl_oracle": (62, 58),
    "ms": (50, 40), "circle": (58, 20), "fastap": (55, 45),
}  # fmt: skip


def curves(kind: str = "symmetric", dataset: str = "insects") -> pd.DataFrame:
    """Return what runs of two seeds recorded: seed 1 is two points above seed 0, and the start of a training low."""
    return pd.DataFrame(
        [
            (dataset, f"{kind}-{rate}", method, seed, iteration, (score + 2 * seed) / 100 if iteration else 0.01)
            for method, scores in SCORES.items()
            for rate, score in zip((10, 50), scores, strict=True)
            for seed in (0, 1)
            for iteration in (0, 100)
        ],
        columns=["dataset", "noise", "method", "seed", "iteration", "precision_at_1"],
    )


@pytest.fixture
def figure(spec: Callable[..., AnyFigureSpec]) -> AnyFigureSpec:
    return spec(
        "noise_rates", methods=METHODS, groups=GROUPS, ceiling={"oracle": "mcl_oracle"},
        lines={"filtered": "mcl_prism", "plain": "mcl"},
    )  # fmt: skip


def shown(study: StudyFiles, figure: AnyFigureSpec, runs: pd.DataFrame) -> pd.DataFrame:
    runs.to_csv(study.results / "curves.csv", index=False)
    return points(figure, study)


def test_a_point_is_the_mean_at_the_last_iteration(study: StudyFiles, figure: AnyFigureSpec) -> None:
    found = shown(study, figure, curves()).set_index(["label", "rate"])
    assert found.loc[("filtered", 0.5), "mean"] == pytest.approx(0.51)
    # Two values differ by 0.02; their interval is Student's t of one degree of freedom times half of that.
    assert found.loc[("filtered", 0.5), "interval_95"] == pytest.approx(12.706 * 0.01, rel=1e-4)
    assert set(found["seeds"]) == {2}
    assert set(found["kind"]) == {"symmetric"}


def test_the_best_of_a_group_has_the_highest_mean_over_the_rates(study: StudyFiles, figure: AnyFigureSpec) -> None:
    found = shown(study, figure, curves())
    best = found.dropna(subset="group")
    assert dict(zip(best["group"], best["label"], strict=True)) == {"best on pairs": "A", "best with proxies": "C"}
    assert set(found["label"]) == {"filtered", "plain", "oracle", "A", "C"}


def test_who_was_not_run_at_every_rate_is_not_the_best(study: StudyFiles, figure: AnyFigureSpec) -> None:
    runs = curves()
    found = shown(study, figure, runs[(runs["method"] != "ms") | (runs["noise"] == "symmetric-10")])
    assert set(found["label"]) == {"filtered", "plain", "oracle", "B", "C"}


def test_lines_and_panels_without_points_are_left_out(study: StudyFiles, figure: AnyFigureSpec) -> None:
    runs = curves()
    found = shown(study, figure, runs[runs["method"].isin(["mcl", "mcl_prism"])])
    assert set(found["label"]) == {"filtered", "plain"}
    drawn = draw(figure, found, study)
    assert [axis.get_title(loc="left") for axis in drawn.axes] == ["Insects, symmetric noise"]
    assert drawn.legends == []


def test_the_released_lists_are_shown_where_a_study_has_them(study: StudyFiles, figure: AnyFigureSpec) -> None:
    found = shown(study, figure, pd.concat([curves(), curves("authors-symmetric")]))
    assert set(found["noise"]) == {"authors-symmetric-10", "authors-symmetric-50"}
    assert set(found["kind"]) == {"symmetric"}


def names(axis: Axes) -> dict[str, str]:
    """Return the names at the ends of lines, and their weights."""
    return {text.get_text(): str(text.get_fontweight()) for text in axis.texts}


def test_panels_are_of_kinds_and_datasets_and_name_their_lines(study: StudyFiles, figure: AnyFigureSpec) -> None:
    figure = figure.model_copy(update={"datasets": {"insects": "Insects", "other": "Other"}})
    both = [curves(kind, dataset) for kind in ("symmetric", "smallcluster") for dataset in ("insects", "other")]
    drawn = draw(figure, shown(study, figure, pd.concat(both)), study)
    assert [axis.get_title(loc="left") for axis in drawn.axes] == [
        "Insects, symmetric noise",
        "Other, symmetric noise",
        "Insects, Small Cluster noise",
        "Other, Small Cluster noise",
    ]
    weights = {"filtered": "bold", "plain": "normal", "oracle": "normal", "A": "normal", "C": "normal"}
    assert [names(axis) for axis in drawn.axes] == [weights] * 4
    (legend,) = drawn.legends
    assert [text.get_text() for text in legend.get_texts()] == ["best on pairs", "best with proxies"]


def test_no_name_covers_another(study: StudyFiles, figure: AnyFigureSpec) -> None:
    runs = curves().assign(precision_at_1=0.5)
    drawn = draw(figure, shown(study, figure, runs), study)
    labels = drawn.axes[0].texts
    offsets = sorted(label.get_position()[1] for label in labels)  # in points, as the size of the font is
    assert len(offsets) == 5
    assert all(high - low > labels[0].get_fontsize() for low, high in pairwise(offsets))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"ceiling": {"filtered": "mcl_oracle"}}, "has two lines of the label 'filtered'"),
        ({"noises": ["natural"]}, "has natural in noises, which has no rate"),
    ],
)
def test_mistakes_are_told(spec: Callable[..., AnyFigureSpec], changes: dict[str, object], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        spec("noise_rates", **changes)
