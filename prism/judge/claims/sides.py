"""The sides of a comparison: one method, the strongest of several, or the average of several."""

from collections.abc import Callable
from typing import NamedTuple

import pandas as pd

from prism.judge.claims.views import StudyScores
from prism.study.runs import split_method


class Found(NamedTuple):
    """The scores of one side of a comparison."""

    label: str
    by_seed: pd.Series
    missing: tuple[str, ...] = ()  # methods that belong to the side and were not run


Side = Callable[[StudyScores, pd.DataFrame], list[Found]]  # takes scores: a row a seed, a column a method


def each(*methods: str) -> Side:
    """Compare each of these methods that was run."""

    def side(study: StudyScores, scores: pd.DataFrame) -> list[Found]:
        return [Found(study.method(method), scores[method]) for method in _methods_run(scores, methods)]

    return side


def strongest(*methods: str) -> Side:
    """Compare the method with the highest mean over seeds: whoever is better than it is better than all.

    The same seeds choose and judge it, so chance makes it look a little stronger than it is.
    """

    def side(study: StudyScores, scores: pd.DataFrame) -> list[Found]:
        run = _methods_run(scores, methods)
        if not run:
            return []
        best = str(scores[run].mean().idxmax())
        return [Found(f"{study.method(best)} (strongest of {len(run)})", scores[best], _not_run(study, methods, run))]

    return side


def average(name: str, *methods: str) -> Side:
    """Compare the mean of the methods, seed by seed."""

    def side(study: StudyScores, scores: pd.DataFrame) -> list[Found]:
        run = _methods_run(scores, methods)
        mean = scores[run].mean(axis="columns", skipna=False)
        return [Found(f"{name} (mean of {len(run)})", mean, _not_run(study, methods, run))] if run else []

    return side


def smoothed(method: str) -> Side:
    """Compare the method with each window that was run, but for 1, which is TRM.

    A name without a window has the study's own.
    """

    def side(study: StudyScores, scores: pd.DataFrame) -> list[Found]:
        variants = [name for name in scores.columns if _differs_in_window_alone(name, method)]
        return each(*sorted(variants, key=lambda name: split_method(name)[1].get("window", 0)))(study, scores)

    return side


def _differs_in_window_alone(name: str, method: str) -> bool:
    base, overrides = split_method(name)
    return base == method and (not overrides or (set(overrides) == {"window"} and overrides["window"] != 1))


def _methods_run(scores: pd.DataFrame, methods: tuple[str, ...]) -> list[str]:
    return [method for method in methods if method in scores and scores[method].notna().any()]


def _not_run(study: StudyScores, methods: tuple[str, ...], run: list[str]) -> tuple[str, ...]:
    return tuple(study.method(method) for method in methods if method not in run)
