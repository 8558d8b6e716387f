"""What a claim compares: one method, the strongest of several, or the average of several."""

from collections.abc import Callable
from typing import NamedTuple

import pandas as pd

from prism.judge.claims.views import StudyScores
from prism.study.runs import split_method


class Found(NamedTuple):
    label: str
    by_seed: pd.Series
    missing: tuple[str, ...] = ()  # methods that should have been looked at, too


Side = Callable[[StudyScores, pd.DataFrame], list[Found]]  # from scores: a row a seed, a column a method


def each(*methods: str) -> Side:
    """Every one of these methods that was run."""

    def side(study: StudyScores, scores: pd.DataFrame) -> list[Found]:
        return [Found(study.method(method), scores[method]) for method in _run(scores, methods)]

    return side


def strongest(*methods: str) -> Side:
    """The method with the highest mean over seeds, which is all that the best has to be compared with.

    It is chosen by the seeds that it is then judged by, so chance makes it look a little stronger than it is.
    """

    def side(study: StudyScores, scores: pd.DataFrame) -> list[Found]:
        run = _run(scores, methods)
        if not run:
            return []
        best = str(scores[run].mean().idxmax())
        return [Found(f"{study.method(best)} (strongest of {len(run)})", scores[best], _lacking(study, methods, run))]

    return side


def average(name: str, *methods: str) -> Side:
    """The mean of the methods, seed by seed."""

    def side(study: StudyScores, scores: pd.DataFrame) -> list[Found]:
        run = _run(scores, methods)
        mean = scores[run].mean(axis="columns", skipna=False)
        return [Found(f"{name} (mean of {len(run)})", mean, _lacking(study, methods, run))] if run else []

    return side


def smoothed(method: str) -> Side:
    """The method with every window that was run but 1, which is TRM; no window in its name is the study's own."""

    def side(study: StudyScores, scores: pd.DataFrame) -> list[Found]:
        variants = [name for name in scores.columns if _windows(name, method)]
        return each(*sorted(variants, key=lambda name: split_method(name)[1].get("window", 0)))(study, scores)

    return side


def _windows(name: str, method: str) -> bool:
    base, overrides = split_method(name)
    return base == method and (not overrides or (set(overrides) == {"window"} and overrides["window"] != 1))


def _run(scores: pd.DataFrame, methods: tuple[str, ...]) -> list[str]:
    return [method for method in methods if method in scores and scores[method].notna().any()]


def _lacking(study: StudyScores, methods: tuple[str, ...], run: list[str]) -> tuple[str, ...]:
    return tuple(study.method(method) for method in methods if method not in run)
