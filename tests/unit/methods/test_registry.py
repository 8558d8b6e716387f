from pathlib import Path

from prism.methods import build_method
from prism.methods.base import Setup
from prism.study import load
from prism.study.runs import resolve, study_runs

ROOT = Path(__file__).parents[3]


def test_every_run_of_the_shipped_study_has_a_method_that_knows_its_settings() -> None:
    params = load(ROOT / "params.yaml")
    for run in study_runs(params):
        resolved = resolve(params, run)
        build_method(resolved.uses, resolved.settings, Setup(num_classes=20, num_samples=40, dim=4))
