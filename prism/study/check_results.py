"""Whether the runs on disk are those that params.yaml describes, whoever put them there."""

from pathlib import Path

from prism.errors import PrismError
from prism.io.files import read_json
from prism.io.strict_model import StrictModel
from prism.study.params import Params
from prism.study.runs import resolve, study_runs
from prism.study.timings import timing_settings, timing_tables


def check_recorded(params: Params, results: Path) -> str:
    """Raise if a run of the chosen study was trained, or timed, with other settings than `params` gives it."""
    runs = {results / "runs" / run.path: resolve(params, run) for run in study_runs(params)}
    timings = {
        results / "timing" / table / f"{dataset}.json": timing_settings(params, table, dataset)
        for table in timing_tables(params)
        for dataset in params.chosen.tables[table]
    }
    others = [str(folder) for folder, settings in runs.items() if not agrees(folder / "run.json", settings)]
    others += [str(file) for file, settings in timings.items() if not agrees(file, settings)]
    if others:
        raise PrismError(
            "These runs were trained with other settings than params.yaml has, and Snakemake did not know; delete them,"
            f" and run the same command again: {' '.join(others)}"
        )
    return f"All {len(runs)} runs in {results} were trained with the settings that params.yaml has."


def agrees(record: Path, settings: StrictModel) -> bool:
    """Whether what is recorded was made with these settings."""
    return bool(read_json(record)["settings"] == settings.model_dump(mode="json", exclude_none=True))
