"""A run is one training; a study's tables and figures say which runs it needs."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import yaml

from prism.data.settings import Images
from prism.errors import PrismError
from prism.noise.name import AUTHORS, parse_noise
from prism.results.settings import RunSettings, Training
from prism.study.params import OnDataset, Overrides, Params, Table, TimingTable

RELEASED_LISTS = (
    "cars",
    "cub",
    "sop",
)  # kinds of data for which the authors released symmetric and Small Cluster noise


class Run(NamedTuple):
    dataset: str
    noise: str
    method: str  # a key of `methods`, with overrides behind an @: mcl_prism@window=1
    seed: int

    @property
    def path(self) -> str:
        return f"{self.dataset}/{self.noise}/{self.method}/seed{self.seed}"


def split_method(method: str) -> tuple[str, dict[str, Any]]:
    """`mcl_prism@window=1@score=memory` as `mcl_prism` and {window: 1, score: memory}."""
    name, *overrides = method.split("@")
    pairs = [pair.partition("=") for pair in overrides]
    try:
        if all(key and value for key, _, value in pairs):
            return name, {key: yaml.safe_load(value) for key, _, value in pairs}
    except yaml.YAMLError:
        pass
    raise PrismError(f"method {method!r} is not of the form method@key=value@key=value.")


def variant(params: Params, method: str, overrides: Mapping[str, Any]) -> str:
    """The name of `method` under `overrides`, leaving out those that change nothing in the chosen study."""
    settings = _merged(params, method, OnDataset())
    changed = {key: value for key, value in sorted(overrides.items()) if settings.get(key) != value}
    return "@".join([method, *(f"{key}={_written(value)}" for key, value in changed.items())])


def _written(value: Any) -> str:
    """A value such that YAML reads the same one back."""
    return yaml.safe_dump(value).splitlines()[0]


def _merged(params: Params, method: str, on: OnDataset) -> dict[str, Any]:
    """The method's training and settings in the chosen study on some dataset, in one mapping."""
    merged: dict[str, Any] = params.chosen.training.model_dump() | on.training.model_dump(exclude_unset=True)
    for overrides in (params.methods[method], params.chosen.methods.get(method), on.methods.get(method)):
        merged |= (overrides or Overrides()).merged()
    return merged


def resolve(params: Params, run: Run) -> RunSettings:
    """The settings of one run: the study's, the dataset's, the method's, the study's for the method, the run's own."""
    name, overrides = split_method(run.method)
    on = params.chosen.per_dataset.get(run.dataset, OnDataset())
    merged = _merged(params, name, on) | overrides
    rate = nominal_rate(params, run.dataset, run.noise)
    settings = {key: rate if value == "nominal" else value for key, value in merged.items()}
    backbone = backbone_of(params, run.dataset)
    return RunSettings(
        study=params.study,
        dataset=run.dataset,
        noise=run.noise,
        noise_rate=rate,
        method=run.method,
        uses=params.methods[name].uses,
        seed=run.seed,
        backbone=backbone,
        training=Training.model_validate({key: settings[key] for key in Training.model_fields}),
        settings={key: value for key, value in settings.items() if key not in Training.model_fields},
        network=params.backbones[backbone] if params.chosen.end_to_end else None,
        end_to_end=params.chosen.end_to_end,
    )


def backbone_of(params: Params, dataset: str) -> str:
    """The backbone that a dataset's runs train, or whose features they are trained on."""
    return params.chosen.per_dataset.get(dataset, OnDataset()).backbone or params.chosen.backbone


def nominal_rate(params: Params, dataset: str, noise: str) -> float:
    """R, the share of labels that are taken for wrong; for natural noise the dataset says it."""
    parsed = parse_noise(noise)
    if parsed.kind != "natural":
        return parsed.rate
    data = params.datasets[dataset]
    return (data.noise_rate or 0.0) if isinstance(data, Images) else 0.0


def noise_on(params: Params, dataset: str, noise: str) -> str:
    """The noise called `noise` on some dataset: of the authors' list where the study wants it and there is one."""
    released = params.datasets[dataset].kind in RELEASED_LISTS and parse_noise(noise).kind in (
        "symmetric",
        "smallcluster",
    )
    return AUTHORS + noise if params.chosen.authors_lists and released and not noise.startswith(AUTHORS) else noise


def table_methods(params: Params, table: Table | TimingTable) -> dict[str, str]:
    """The rows of a table: label, and the method that fills it."""
    if isinstance(table.rows, dict):
        return {label: variant(params, *split_method(method)) for label, method in table.rows.items()}
    return {params.methods[method].label: method for method in table.rows}


def figure_methods(params: Params, figure: str) -> dict[str, str]:
    """The lines or points of a figure: label, and the method that makes it."""
    methods = params.figures[figure].methods()
    return {label: variant(params, *split_method(method)) for label, method in methods.items()}


def table_runs(params: Params, table: str) -> list[Run]:
    """The trainings of a table: none for one of training time, which is measured by steps of its own."""
    entry = params.tables[table]
    if isinstance(entry, TimingTable):
        return []
    methods = list(table_methods(params, entry).values())
    return list(_grid(params, params.chosen.tables[table], entry.noise, methods, params.chosen_seeds))


def figure_runs(params: Params, figure: str) -> list[Run]:
    noise = params.figures[figure].shown_noise()
    if noise is None:
        return []
    methods = list(figure_methods(params, figure).values())
    return list(_grid(params, params.chosen.figures[figure], [noise], methods, figure_seeds(params, figure)))


def figure_seeds(params: Params, figure: str) -> list[int]:
    """The seeds of its runs, of which some kinds of figures show the first alone."""
    return params.chosen_seeds[:1] if params.figures[figure].first_seed_only else params.chosen_seeds


def study_runs(params: Params) -> list[Run]:
    """Every run of the chosen study, without repetition, in a fixed order."""
    runs = [run for table in params.chosen.tables for run in table_runs(params, table)]
    runs += [run for figure in params.chosen.figures for run in figure_runs(params, figure)]
    return list(dict.fromkeys(runs))


def _grid(
    params: Params, datasets: list[str], noises: list[str], methods: list[str], seeds: list[int]
) -> Iterator[Run]:
    """All combinations, without those in which the method is not defined."""
    for dataset in datasets:
        for noise in noises:
            for method in methods:
                if why_undefined(params, method, noise) is None:
                    for seed in seeds:
                        yield Run(dataset, noise_on(params, dataset, noise), method, seed)


def why_undefined(params: Params, method: str, noise: str) -> str | None:
    """Why `method` is not run under `noise`, or None if it is."""
    return params.methods[method.partition("@")[0]].undefined_under.get(parse_noise(noise).kind)
