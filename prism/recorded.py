"""Whether the runs on disk are those that params.yaml describes, whoever put them there."""

from pathlib import Path

from prism.errors import PrismError
from prism.files import read_json
from prism.params.models import Params
from prism.params.runs import resolve, study_runs


def check_recorded(params: Params, results: Path) -> str:
    """Raise if a run of the chosen study was trained with other settings than `params` gives it."""
    runs = {results / "runs" / run.path: resolve(params, run) for run in study_runs(params)}
    others = [
        str(folder)
        for folder, settings in runs.items()
        if read_json(folder / "run.json")["settings"] != settings.model_dump(mode="json", exclude_none=True)
    ]
    if others:
        raise PrismError(
            "These runs were trained with other settings than params.yaml has, and Snakemake did not know; delete them,"
            f" and run the same command again: {' '.join(others)}"
        )
    return f"All {len(runs)} runs in {results} were trained with the settings that params.yaml has."
