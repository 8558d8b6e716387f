"""A run is one training; a study's tables and figures say which runs it needs."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import yaml

from prism.data.sources import source_of
from prism.errors import PrismError
from prism.noise.name import AUTHORS, name_of_draw, parse_noise
from prism.results.settings import RunSettings, Training
from prism.study.method_settings import default_settings, estimates_noise_rate
from prism.study.params import DatasetOverrides, Overrides, Params, Table, TimingTable


class Run(NamedTuple):
    """One training of a study."""

    dataset: str
    noise: str
    method: str  # a key of `methods`, with overrides behind an @: mcl_prism@window=1
    seed: int

    @property
    def path(self) -> str:
        """Return the folder of the run below results/STUDY/runs."""
        return f"{self.dataset}/{self.noise}/{self.method}/seed{self.seed}"


def split_method(method: str) -> tuple[str, dict[str, Any]]:
    """Split `mcl_prism@window=1@score=memory` into `mcl_prism` and {window: 1, score: memory}."""
    name, *overrides = method.split("@")
    pairs = [pair.partition("=") for pair in overrides]
    try:
        if all(key and value for key, _, value in pairs):
            return name, {key: yaml.safe_load(value) for key, _, value in pairs}
    except yaml.YAMLError:
        pass
    raise PrismError(f"method {method!r} is not of the form method@key=value@key=value.")


def variant(params: Params, method: str, overrides: Mapping[str, Any]) -> str:
    """Return the name of `method` under `overrides`, leaving out those that change nothing in the active study."""
    settings = default_settings(params.methods[method].uses) | _merged(params, method, DatasetOverrides())
    changed = {key: value for key, value in sorted(overrides.items()) if settings.get(key) != value}
    return "@".join([method, *(f"{key}={_written(value)}" for key, value in changed.items())])


def _written(value: Any) -> str:
    """Return a value as text that YAML reads back as the same value."""
    return yaml.safe_dump(value).splitlines()[0]


def _merged(params: Params, method: str, on: DatasetOverrides) -> dict[str, Any]:
    """Return a method's training and settings in the active study on some dataset, in one mapping."""
    merged: dict[str, Any] = params.active_study.training.model_dump() | on.training.model_dump(exclude_unset=True)
    for name in filter(None, (params.methods[method].follows, method)):
        for overrides in (params.methods[name], params.active_study.methods.get(name), on.methods.get(name)):
            merged |= (overrides or Overrides()).merged()
    return merged


def resolve(params: Params, run: Run) -> RunSettings:
    """Return the settings of a run.

    Later ones override earlier ones: of the study, the dataset, the method, the method in the study, the method on the
    dataset, and the run's own name. A method that follows another has that one's before its own.
    """
    name, overrides = split_method(run.method)
    on = params.active_study.per_dataset.get(run.dataset, DatasetOverrides())
    merged = _merged(params, name, on) | overrides
    rate = nominal_rate(params, run.dataset, run.noise)
    settings = merged | _filtering_rate(params, run, merged, rate)
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
        network=params.backbones[backbone] if params.active_study.end_to_end else None,
        end_to_end=params.active_study.end_to_end,
        labels=name_of_draw(run.noise, run.seed) if params.noise.per_seed else None,
        only_clean=params.methods[name].only_clean or None,
    )


def _filtering_rate(params: Params, run: Run, merged: dict[str, Any], rate: float | None) -> dict[str, Any]:
    """Return the noise rate of a method that takes the nominal one: this rate, or an estimate if nobody says one."""
    if merged.get("noise_rate") != "nominal":
        return {}
    uses = params.methods[split_method(run.method)[0]].uses
    if rate is None and not estimates_noise_rate(uses):
        raise PrismError(
            f"params.yaml: {run.method} needs the share of wrong labels on {run.dataset}, and nobody says it under "
            f"{run.noise} noise: set datasets.{run.dataset}.noise_rate, or leave the method out."
        )
    return {"noise_rate": "auto" if rate is None else rate}


def backbone_of(params: Params, dataset: str) -> str:
    """Return the name of the backbone that the runs on a dataset train, or whose features they are trained on."""
    return params.active_study.per_dataset.get(dataset, DatasetOverrides()).backbone or params.active_study.backbone


def nominal_rate(params: Params, dataset: str, noise: str) -> float | None:
    """Return the share of wrong labels by the noise's name, or by the dataset's entry; None if neither says."""
    parsed = parse_noise(noise)
    return parsed.rate if parsed.model.truth_is_known else params.datasets[dataset].natural_noise_rate


def noise_on(params: Params, dataset: str, noise: str) -> str:
    """Return the name of a noise on some dataset: of the authors' list, where the study wants it and there is one."""
    parsed = parse_noise(noise)
    if parsed.by_authors or not params.active_study.authors_lists:
        return noise
    released = source_of(params.datasets[dataset].kind).has_released_lists and parsed.model.has_released_lists
    return AUTHORS + noise if released else noise


def table_methods(params: Params, table: Table | TimingTable) -> dict[str, str]:
    """Return the rows of a table: the label, and the method that fills it."""
    if isinstance(table.rows, dict):
        return {label: variant(params, *split_method(method)) for label, method in table.rows.items()}
    return {params.methods[method].label: method for method in table.rows}


def figure_methods(params: Params, figure: str) -> dict[str, str]:
    """Return the lines or points of a figure: the label, and the method that makes it."""
    methods = params.figures[figure].methods()
    return {label: variant(params, *split_method(method)) for label, method in methods.items()}


def table_noise(params: Params, table: str) -> list[str]:
    """Return the noises of a table of scores in the active study: its columns."""
    entry = params.tables[table]
    assert isinstance(entry, Table)
    return params.active_study.noise.get(table, entry.noise)


def table_runs(params: Params, table: str) -> list[Run]:
    """Return the trainings of a table: none for one of training time, which is measured by steps of its own."""
    entry = params.tables[table]
    if isinstance(entry, TimingTable):
        return []
    methods = list(table_methods(params, entry).values())
    return list(
        _grid(params, params.active_study.tables[table], table_noise(params, table), methods, params.active_seeds)
    )


def figure_runs(params: Params, figure: str) -> list[Run]:
    """Return the trainings of a figure: none for one that shows data alone."""
    noise = params.figures[figure].shown_noise()
    if noise is None:
        return []
    methods = list(figure_methods(params, figure).values())
    return list(_grid(params, params.active_study.figures[figure], [noise], methods, figure_seeds(params, figure)))


def figure_seeds(params: Params, figure: str) -> list[int]:
    """Return the seeds of a figure's runs: the first alone, if its kind shows one run."""
    return params.active_seeds[:1] if params.figures[figure].first_seed_only else params.active_seeds


def study_runs(params: Params) -> list[Run]:
    """Return every run of the active study, each once, in a fixed order."""
    runs = [run for table in params.active_study.tables for run in table_runs(params, table)]
    runs += [run for figure in params.active_study.figures for run in figure_runs(params, figure)]
    return list(dict.fromkeys(runs))


def _grid(
    params: Params, datasets: list[str], noises: list[str], methods: list[str], seeds: list[int]
) -> Iterator[Run]:
    """Yield the runs of all combinations, without those in which the method is not defined."""
    for dataset in datasets:
        for noise in noises:
            for method in methods:
                if why_undefined(params, method, noise) is None:
                    for seed in seeds:
                        yield Run(dataset, noise_on(params, dataset, noise), method, seed)


def why_undefined(params: Params, method: str, noise: str) -> str | None:
    """Return why `method` is not run under `noise`, or None if it is."""
    entry, parsed = params.methods[method.partition("@")[0]], parse_noise(noise)
    if entry.only_clean and not parsed.model.truth_is_known:
        return f"nobody knows which labels are clean under {parsed.label} noise"
    return entry.undefined_under.get(parsed.kind)
