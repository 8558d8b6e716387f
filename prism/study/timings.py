"""The measurements of training time that a study makes: which methods, on which data and how."""

from prism.results.settings import TimingSettings
from prism.study.params import Params, TimingTable
from prism.study.runs import Run, noise_on, resolve, table_methods


def timing_tables(params: Params) -> dict[str, TimingTable]:
    """Return the active study's tables of training time."""
    entries = {name: params.tables[name] for name in params.active_study.tables}
    return {name: table for name, table in entries.items() if isinstance(table, TimingTable)}


def timed_runs(params: Params, table: str, dataset: str) -> list[Run]:
    """Return the runs that a table times on one dataset: its rows, as if they were trained."""
    entry = timing_tables(params)[table]
    noise, seed = noise_on(params, dataset, entry.noise), params.active_seeds[0]
    return [Run(dataset, noise, method, seed) for method in table_methods(params, entry).values()]


def all_timed_runs(params: Params) -> list[Run]:
    """Return the runs that all tables of the active study time, on all their data."""
    places = [(table, dataset) for table in timing_tables(params) for dataset in params.active_study.tables[table]]
    return [run for place in places for run in timed_runs(params, *place)]


def timing_settings(params: Params, table: str, dataset: str) -> TimingSettings:
    """Return the settings of one measurement: its runs, and how they are timed."""
    runs = [resolve(params, run) for run in timed_runs(params, table, dataset)]
    return TimingSettings(runs=runs, how=params.active_study.timing)
