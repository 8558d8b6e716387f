from pathlib import Path

import pytest
from study import write_study

from prism.errors import PrismError
from prism.results.settings import Timing
from prism.study import Params, load
from prism.study.check_results import check_results
from prism.study.runs import study_runs

PARAMS = load(Path(__file__).parents[3] / "params.yaml").model_copy(update={"study": "smoke"})


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Return a folder with every run and every measured time of the study."""
    write_study(PARAMS, tmp_path)
    return tmp_path


def with_margin(margin: float) -> Params:
    contrastive = PARAMS.methods["contrastive"].model_copy(update={"settings": {"margin": margin}})
    return PARAMS.model_copy(update={"methods": PARAMS.methods | {"contrastive": contrastive}})


def test_runs_with_the_settings_of_params_yaml_are_counted(results: Path) -> None:
    assert f"All {len(study_runs(PARAMS))} runs" in check_results(PARAMS, results)
    assert "All" in check_results(with_margin(0.5), results)


def test_runs_with_other_settings_are_named_and_no_others(results: Path) -> None:
    with pytest.raises(PrismError) as error:
        check_results(with_margin(0.4), results)
    named = [part for part in str(error.value).split() if part.startswith(str(results))]
    noises = ("smallcluster-25", "smallcluster-50")
    assert named == [f"{results}/runs/glyphs_slice/{noise}/contrastive/seed0" for noise in noises]


def test_times_that_were_measured_in_another_way_are_named(results: Path) -> None:
    study = PARAMS.active_study.model_copy(update={"timing": Timing(iterations=7)})
    params = PARAMS.model_copy(update={"studies": PARAMS.studies | {"smoke": study}})
    with pytest.raises(PrismError, match=rf": {results}/timing/training_time/glyphs_slice\.json$"):
        check_results(params, results)


def test_a_run_that_is_not_there_is_told(results: Path) -> None:
    record = results / "runs" / study_runs(PARAMS)[0].path / "run.json"
    record.unlink()
    with pytest.raises(PrismError, match=r"run\.json does not exist"):
        check_results(PARAMS, results)
