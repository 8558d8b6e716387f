"""Views of a study for claims: scores by seed and method under one noise, or their change between two."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, pairwise
from typing import NamedTuple

import pandas as pd

from prism.judge.paper import SECONDS, SECONDS_LABEL
from prism.metrics.registry import metric_label
from prism.noise.models import noise_kinds
from prism.noise.name import NoiseKind, NoiseKindName, parse_noise

P_AT_1 = "precision_at_1"
BOTH_SCORES = (P_AT_1, "map_at_r")


@dataclass(frozen=True)
class StudyScores:
    """A study's collected metrics, one row a run, and the names by which a reader knows methods and data."""

    metrics: pd.DataFrame
    methods: Mapping[str, str] = field(default_factory=dict)
    datasets: Mapping[str, str] = field(default_factory=dict)
    times: pd.DataFrame | None = None  # one row a turn of measured training times; by default, metrics have them

    @property
    def timed(self) -> "StudyScores":
        """Return the study with its measured training times as metrics."""
        return self if self.times is None else StudyScores(self.times, self.methods, self.datasets)

    def method(self, name: str) -> str:
        """Return a method's label, with the settings of its own if it is a variant."""
        base, *overrides = name.split("@")
        return self.methods.get(base, base) + (f" ({', '.join(overrides)})" if overrides else "")

    def dataset(self, name: str) -> str:
        """Return a dataset's title."""
        return self.datasets.get(name, name)

    def scores(self, dataset: str, noise: str, metric: str) -> pd.DataFrame:
        """Return a metric under one noise: a row a seed, a column a method."""
        return self._wide[metric].loc[dataset, noise] if metric in self._wide else pd.DataFrame()

    @cached_property
    def _wide(self) -> pd.DataFrame:
        numbers = self.metrics.select_dtypes("number").columns.drop("seed")
        return self.metrics.pivot(index=["dataset", "noise", "seed"], columns="method", values=list(numbers))


class Scores(NamedTuple):
    """The scores that a view shows in one place."""

    dataset: str  # as the reader knows it
    noise: str
    metric: str
    by_seed: pd.DataFrame
    lacking: tuple[str, ...] = ()  # what the paper had and the study lacks


View = Callable[[StudyScores], Iterator[Scores]]
Rates = list[tuple[NoiseKind, str]]  # a dataset's noises of one kind with their names, the lowest rate first


def at(
    *kinds: NoiseKindName,
    metrics: Sequence[str] = (P_AT_1,),
    only: Sequence[str] = (),
    without: Sequence[str] = (),
    highest: bool = False,
) -> View:
    """View the scores under each noise of these kinds, or under the highest rate; on all data or `only` some."""

    def view(study: StudyScores) -> Iterator[Scores]:
        for dataset, rates in _rates_of_each_dataset(study, kinds, only, without):
            for kind, noise in rates[-1:] if highest else rates:
                for metric in metrics:
                    scores = study.scores(dataset, noise, metric)
                    label = SECONDS_LABEL if metric == SECONDS else metric_label(metric)
                    yield Scores(study.dataset(dataset), kind.label, label, scores)

    return view


def ends(rates: Rates) -> Rates:
    """Return the lowest and the highest rate."""
    return [rates[0], rates[-1]]


def first_step(rates: Rates) -> Rates:
    """Return the two lowest rates."""
    return rates[:2]


def every_step(rates: Rates) -> Rates:
    """Return all rates."""
    return rates


def change(kind: NoiseKindName, steps: Callable[[Rates], Rates] = ends, only: Sequence[str] = ()) -> View:
    """View the change of P@1 from one rate to a higher one: below 0 where it drops."""

    def view(study: StudyScores) -> Iterator[Scores]:
        for dataset, rates in _rates_of_each_dataset(study, (kind,), only):
            for (low, low_noise), (high, high_noise) in pairwise(steps(rates) if len(rates) > 1 else []):
                scores = study.scores(dataset, high_noise, P_AT_1) - study.scores(dataset, low_noise, P_AT_1)
                label = f"{low.rate:.0%} to {high.label}"
                yield Scores(study.dataset(dataset), label, f"change of {metric_label(P_AT_1)}", scores)

    return view


def lost(*kinds: NoiseKindName, after: int) -> View:
    """View by how much P@1 at the end of training is below the best on the way.

    A training of fewer than `after` iterations cannot show it.
    """

    def view(study: StudyScores) -> Iterator[Scores]:
        for dataset, rates in _rates_of_each_dataset(study, kinds):
            for kind, noise in rates:
                scores = study.scores(dataset, noise, f"best_{P_AT_1}") - study.scores(dataset, noise, P_AT_1)
                trained = float(study.scores(dataset, noise, "iteration").min().min())
                lacking = () if trained >= after else (f"{after:,} iterations",)
                yield Scores(study.dataset(dataset), kind.label, "best less last P@1", scores, lacking)

    return view


def seconds(only: Sequence[str] = (), without: Sequence[str] = ()) -> View:
    """View how long training takes, under any noise."""
    view = at(*noise_kinds(), metrics=(SECONDS,), only=only, without=without)
    return lambda study: view(study.timed)


def _rates_of_each_dataset(
    study: StudyScores, kinds: Sequence[str], only: Sequence[str] = (), without: Sequence[str] = ()
) -> Iterator[tuple[str, Rates]]:
    """Yield each dataset with its noises of one kind; the authors' lists count as a kind of their own."""
    places = [
        (dataset, parse_noise(noise), noise)
        for dataset, noise in study.metrics[["dataset", "noise"]].drop_duplicates().itertuples(index=False)
        if dataset not in without and (dataset in only or not only)
    ]
    places.sort(key=lambda place: (place[0], place[1].kind, place[1].by_authors, place[1].rate))
    for (dataset, kind, _), group in groupby(places, key=lambda place: (place[0], place[1].kind, place[1].by_authors)):
        if kind in kinds:
            yield dataset, [(parsed, noise) for _, parsed, noise in group]
