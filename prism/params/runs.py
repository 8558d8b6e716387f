"""A run is one training; a study's tables and figures say which runs it needs."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import yaml

from prism.errors import PrismError
from prism.params.models import Overrides, Params, SweepFigure
from prism.params.noise_name import parse_noise
from prism.params.settings import RunSettings, Training


class Run(NamedTuple):
    dataset: str
    noise: str
    method: str  # a key of `methods`, with overrides behind an @: mcl_prism@window=1
    seed: int

    @property
    def path(self) -> str:
        return f"{self.dataset}/{self.noise}/{self.method}/seed{self.seed}"


def split_method(method: str) -> tuple[str, dict[str, Any]]:
    """`mcl_prism@window=1,score=memory` as `mcl_prism` and {window: 1, score: memory}."""
    name, at, overrides = method.partition("@")
    pairs = [pair.partition("=") for pair in overrides.split(",")] if at else []
    try:
        if all(key and value for key, _, value in pairs):
            return name, {key: yaml.safe_load(value) for key, _, value in pairs}
    except yaml.YAMLError:
        pass
    raise PrismError(f"method {method!r} is not of the form method@key=value,key=value.")


def variant(params: Params, method: str, overrides: Mapping[str, Any]) -> str:
    """The name of `method` under `overrides`, leaving out those that change nothing in the chosen study."""
    settings = _merged(params, method)
    changed = {key: value for key, value in sorted(overrides.items()) if settings.get(key) != value}
    return method + ("@" + ",".join(f"{key}={_written(value)}" for key, value in changed.items()) if changed else "")


def _written(value: Any) -> str:
    """A value such that YAML reads the same one back."""
    return yaml.safe_dump(value).splitlines()[0]


def _merged(params: Params, method: str) -> dict[str, Any]:
    """The method's training and settings in the chosen study, in one mapping."""
    in_study = params.chosen.methods.get(method, Overrides())
    return params.chosen.training.model_dump() | params.methods[method].merged() | in_study.merged()


def resolve(params: Params, run: Run) -> RunSettings:
    """The settings of one run: the study's, then the method's, then the study's for the method, then the run's own."""
    name, overrides = split_method(run.method)
    merged = _merged(params, name) | overrides
    rate = parse_noise(run.noise).rate
    settings = {key: rate if value == "nominal" else value for key, value in merged.items()}
    return RunSettings(
        study=params.study,
        dataset=run.dataset,
        noise=run.noise,
        noise_rate=rate,
        method=run.method,
        uses=params.methods[name].uses,
        seed=run.seed,
        backbone=params.chosen.backbone,
        training=Training.model_validate({key: settings[key] for key in Training.model_fields}),
        settings={key: value for key, value in settings.items() if key not in Training.model_fields},
    )


def figure_methods(params: Params, figure: str) -> dict[str, str]:
    """The lines or points of a figure: label, and the method that makes it."""
    entry = params.figures[figure]
    if isinstance(entry, SweepFigure):
        return {str(value): variant(params, entry.method, {entry.setting: value}) for value in entry.values}
    return {label: variant(params, *split_method(method)) for label, method in entry.lines.items()}


def figure_runs(params: Params, figure: str) -> list[Run]:
    noise = params.figures[figure].noise
    methods = figure_methods(params, figure).values()
    return list(_grid(params, [noise], list(methods)))


def table_runs(params: Params, table: str) -> list[Run]:
    entry = params.tables[table]
    return list(_grid(params, entry.noise, entry.rows))


def study_runs(params: Params) -> list[Run]:
    """Every run of the chosen study, without repetition, in a fixed order."""
    runs = [run for table in params.chosen.tables for run in table_runs(params, table)]
    runs += [run for figure in params.chosen.figures for run in figure_runs(params, figure)]
    return list(dict.fromkeys(runs))


def _grid(params: Params, noises: list[str], methods: list[str]) -> Iterator[Run]:
    """All combinations, without those in which the method is not defined."""
    for dataset in params.chosen.datasets:
        for noise in noises:
            for method in methods:
                if why_undefined(params, method, noise) is None:
                    for seed in params.chosen_seeds:
                        yield Run(dataset, noise, method, seed)


def why_undefined(params: Params, method: str, noise: str) -> str | None:
    """Why `method` is not run under `noise`, or None if it is."""
    return params.methods[method.partition("@")[0]].undefined_under.get(parse_noise(noise).kind)
