"""What a claim looks at: scores by seed and method, under one noise or from one noise to another."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, pairwise
from typing import NamedTuple, get_args

import pandas as pd

from prism.judge.paper import SECONDS, SECONDS_LABEL
from prism.metrics.registry import metric_label
from prism.noise.name import NoiseKind, NoiseKindName, parse_noise

P_AT_1 = "precision_at_1"
BOTH_SCORES = (P_AT_1, "map_at_r")


@dataclass(frozen=True)
class StudyScores:
    """A study's collected metrics, one row a run, and the names by which a reader knows methods and data."""

    metrics: pd.DataFrame
    methods: Mapping[str, str] = field(default_factory=dict)
    datasets: Mapping[str, str] = field(default_factory=dict)
    times: pd.DataFrame | None = None  # one row a turn of measured training times; if not given, metrics have them

    @property
    def timed(self) -> "StudyScores":
        """The study as its training times show it."""
        return self if self.times is None else StudyScores(self.times, self.methods, self.datasets)

    def method(self, name: str) -> str:
        base, *overrides = name.split("@")
        return self.methods.get(base, base) + (f" ({', '.join(overrides)})" if overrides else "")

    def dataset(self, name: str) -> str:
        return self.datasets.get(name, name)

    def scores(self, dataset: str, noise: str, metric: str) -> pd.DataFrame:
        """A row a seed, a column a method."""
        return self._wide[metric].loc[dataset, noise] if metric in self._wide else pd.DataFrame()

    @cached_property
    def _wide(self) -> pd.DataFrame:
        numbers = self.metrics.select_dtypes("number").columns.drop("seed")
        return self.metrics.pivot(index=["dataset", "noise", "seed"], columns="method", values=list(numbers))


class Scores(NamedTuple):
    dataset: str  # as the reader knows it
    noise: str
    metric: str
    by_seed: pd.DataFrame
    lacking: tuple[str, ...] = ()  # what the paper had and the study has not


View = Callable[[StudyScores], Iterator[Scores]]
Rates = list[tuple[NoiseKind, str]]  # a dataset's noises of one kind and their names, the lowest rate first


def at(
    *kinds: NoiseKindName,
    metrics: Sequence[str] = (P_AT_1,),
    only: Sequence[str] = (),
    without: Sequence[str] = (),
    highest: bool = False,
) -> View:
    """The scores under each noise of these kinds, or under that with the highest rate; on all data or `only` some."""

    def view(study: StudyScores) -> Iterator[Scores]:
        for dataset, rates in _rates(study, kinds, only, without):
            for kind, noise in rates[-1:] if highest else rates:
                for metric in metrics:
                    scores = study.scores(dataset, noise, metric)
                    label = SECONDS_LABEL if metric == SECONDS else metric_label(metric)
                    yield Scores(study.dataset(dataset), kind.label, label, scores)

    return view


def ends(rates: Rates) -> Rates:
    return [rates[0], rates[-1]]


def first_step(rates: Rates) -> Rates:
    return rates[:2]


def every_step(rates: Rates) -> Rates:
    return rates


def change(kind: NoiseKindName, steps: Callable[[Rates], Rates] = ends, only: Sequence[str] = ()) -> View:
    """How P@1 changes from one rate to a higher one: below 0 where it drops."""

    def view(study: StudyScores) -> Iterator[Scores]:
        for dataset, rates in _rates(study, (kind,), only):
            for (low, low_noise), (high, high_noise) in pairwise(steps(rates) if len(rates) > 1 else []):
                scores = study.scores(dataset, high_noise, P_AT_1) - study.scores(dataset, low_noise, P_AT_1)
                label = f"{low.rate:.0%} to {high.label}"
                yield Scores(study.dataset(dataset), label, f"change of {metric_label(P_AT_1)}", scores)

    return view


def lost(*kinds: NoiseKindName, after: int) -> View:
    """By how much P@1 at the end of training is below the best on the way; to be seen `after` so many iterations."""

    def view(study: StudyScores) -> Iterator[Scores]:
        for dataset, rates in _rates(study, kinds):
            for kind, noise in rates:
                scores = study.scores(dataset, noise, f"best_{P_AT_1}") - study.scores(dataset, noise, P_AT_1)
                trained = float(study.scores(dataset, noise, "iteration").min().min())
                lacking = () if trained >= after else (f"{after:,} iterations",)
                yield Scores(study.dataset(dataset), kind.label, "best less last P@1", scores, lacking)

    return view


def seconds(only: Sequence[str] = (), without: Sequence[str] = ()) -> View:
    """How long training takes, under any noise."""
    view = at(*get_args(NoiseKindName), metrics=(SECONDS,), only=only, without=without)
    return lambda study: view(study.timed)


def _rates(
    study: StudyScores, kinds: Sequence[str], only: Sequence[str] = (), without: Sequence[str] = ()
) -> Iterator[tuple[str, Rates]]:
    """Each dataset's noises of each kind; those that the authors released are a kind of their own."""
    places = [
        (dataset, parse_noise(noise), noise)
        for dataset, noise in study.metrics[["dataset", "noise"]].drop_duplicates().itertuples(index=False)
        if dataset not in without and (dataset in only or not only)
    ]
    places.sort(key=lambda place: (place[0], place[1].kind, place[1].by_authors, place[1].rate))
    for (dataset, kind, _), group in groupby(places, key=lambda place: (place[0], place[1].kind, place[1].by_authors)):
        if kind in kinds:
            yield dataset, [(parsed, noise) for _, parsed, noise in group]
