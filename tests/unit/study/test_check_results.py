from pathlib import Path

import pytest

from prism.errors import PrismError
from prism.io.files import read_json, write_json
from prism.results.settings import Timing
from prism.study import Params, load
from prism.study.check_results import check_recorded
from prism.study.runs import resolve, study_runs
from prism.study.timings import timing_settings

PARAMS = load(Path(__file__).parents[3] / "params.yaml").model_copy(update={"study": "smoke"})


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A folder with the record of every run of the study, and no more."""
    for run in study_runs(PARAMS):
        settings = resolve(PARAMS, run).model_dump(exclude_none=True)
        write_json(tmp_path / "runs" / run.path / "run.json", {"settings": settings})
    timed = timing_settings(PARAMS, "training_time", "emoji_slice").model_dump(exclude_none=True)
    write_json(tmp_path / "timing/training_time/emoji_slice.json", {"settings": timed})
    return tmp_path


def with_margin(margin: float) -> Params:
    contrastive = PARAMS.methods["contrastive"].model_copy(update={"settings": {"margin": margin}})
    return PARAMS.model_copy(update={"methods": PARAMS.methods | {"contrastive": contrastive}})


def test_runs_with_the_settings_of_params_yaml_are_counted(results: Path) -> None:
    assert f"All {len(study_runs(PARAMS))} runs" in check_recorded(PARAMS, results)
    assert "All" in check_recorded(with_margin(0.5), results)


def test_runs_with_other_settings_are_named_and_no_others(results: Path) -> None:
    with pytest.raises(PrismError) as error:
        check_recorded(with_margin(0.4), results)
    named = [part for part in str(error.value).split() if part.startswith(str(results))]
    noises = ("smallcluster-25", "smallcluster-50")
    assert named == [f"{results}/runs/emoji_slice/{noise}/contrastive/seed0" for noise in noises]


def test_times_that_were_measured_in_another_way_are_named(results: Path) -> None:
    study = PARAMS.chosen.model_copy(update={"timing": Timing(iterations=7)})
    params = PARAMS.model_copy(update={"studies": PARAMS.studies | {"smoke": study}})
    with pytest.raises(PrismError, match=rf": {results}/timing/training_time/emoji_slice\.json$"):
        check_recorded(params, results)


def test_a_run_that_is_not_there_is_told(results: Path) -> None:
    record = results / "runs" / study_runs(PARAMS)[0].path / "run.json"
    assert read_json(record)
    record.unlink()
    with pytest.raises(PrismError, match=r"run\.json does not exist"):
        check_recorded(PARAMS, results)
