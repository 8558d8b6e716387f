"""Check that the runs on disk are those that params.yaml describes, whoever put them there."""

from pathlib import Path

from prism.errors import PrismError
from prism.results.run import RunFolder
from prism.results.settings import RunSettings, TimingSettings
from prism.results.timing import read_timing
from prism.study.params import Params
from prism.study.runs import resolve, study_runs
from prism.study.timings import timing_settings, timing_tables


def check_results(params: Params, results: Path) -> str:
    """Return a sentence if every run of the active study was trained and timed with its settings; else raise."""
    runs = {results / "runs" / run.path: resolve(params, run) for run in study_runs(params)}
    timings = {
        results / "timing" / table / f"{dataset}.json": timing_settings(params, table, dataset)
        for table in timing_tables(params)
        for dataset in params.active_study.tables[table]
    }
    others = [str(folder) for folder, settings in runs.items() if not trained_with(folder, settings)]
    others += [str(file) for file, settings in timings.items() if not timed_with(file, settings)]
    if others:
        raise PrismError(
            "These runs were trained with other settings than params.yaml has, and Snakemake did not know; delete them,"
            f" and run the same command again: {' '.join(others)}"
        )
    return f"All {len(runs)} runs in {results} were trained with the settings that params.yaml has."


def trained_with(folder: Path, settings: RunSettings) -> bool:
    """Return whether the run in a folder was trained with these settings."""
    return RunFolder(folder).read_record().settings == settings


def timed_with(file: Path, settings: TimingSettings) -> bool:
    """Return whether training times were measured with these settings."""
    return read_timing(file).settings == settings
