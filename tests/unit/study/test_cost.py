from pathlib import Path

import pytest

from prism.methods import method_class
from prism.study import load
from prism.study.cost import announcement, gpu_hours
from prism.study.runs import Run


def test_a_run_costs_its_iterations(params_file: Path) -> None:
    paper = load(params_file).model_copy(update={"study": "paper"})
    runs = [Run("cub", "clean", "mcl", 0), Run("cub", "clean", "coteaching", 0)]
    assert gpu_hours(paper, runs) == pytest.approx((1 + 2) * 8000 * 0.24 / 3600)  # Co-teaching trains two networks


def test_methods_say_how_many_networks_they_train(params_file: Path) -> None:
    for method in load(params_file).methods.values():
        assert method.networks == method_class(method.uses).networks


def test_the_announcement(params_file: Path) -> None:
    params = load(params_file)
    assert announcement(params) == "Study mini: 297 trainings on glyphs, no GPU."
    assert "GPU-hours" in announcement(params.model_copy(update={"study": "paper"}))
