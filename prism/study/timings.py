"""Which methods a study times, on which data and how."""

from prism.results.settings import TimingSettings
from prism.study.params import Params, TimingTable
from prism.study.runs import Run, noise_on, resolve, table_methods


def timing_tables(params: Params) -> dict[str, TimingTable]:
    """The chosen study's tables of training time."""
    entries = {name: params.tables[name] for name in params.chosen.tables}
    return {name: table for name, table in entries.items() if isinstance(table, TimingTable)}


def timed_runs(params: Params, table: str, dataset: str) -> list[Run]:
    """What a table times on one dataset: the rows, as if they were trained."""
    entry = timing_tables(params)[table]
    noise, seed = noise_on(params, dataset, entry.noise), params.chosen_seeds[0]
    return [Run(dataset, noise, method, seed) for method in table_methods(params, entry).values()]


def all_timed_runs(params: Params) -> list[Run]:
    """What all tables of the chosen study time, on all their data."""
    places = [(table, dataset) for table in timing_tables(params) for dataset in params.chosen.tables[table]]
    return [run for place in places for run in timed_runs(params, *place)]


def timing_settings(params: Params, table: str, dataset: str) -> TimingSettings:
    runs = [resolve(params, run) for run in timed_runs(params, table, dataset)]
    return TimingSettings(runs=runs, how=params.chosen.timing)
