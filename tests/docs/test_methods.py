"""The page of each method describes what the shipped study does."""

import re
from pathlib import Path
from typing import Any

import pytest

from prism.methods import method_class
from prism.render.publish import with_results
from prism.study import load
from prism.study.runs import Run, resolve, study_runs

ROOT = Path(__file__).parents[2]
PARAMS = load(ROOT / "params.yaml")


def page(method: str) -> Path:
    return ROOT / f"docs/methods/{method}.md"


def test_every_method_has_a_page_and_every_page_a_method() -> None:
    assert {path.stem for path in (ROOT / "docs/methods").glob("*.md")} == set(PARAMS.methods)


@pytest.mark.parametrize("method", PARAMS.methods)
def test_hyper_parameters_are_those_of_the_study(method: str) -> None:
    run = resolve(PARAMS, Run("glyphs", "symmetric-20", method, seed=0))
    defaults = {k: f.default for k, f in method_class(run.uses).Settings.model_fields.items()}
    used = defaults | run.settings | {key: getattr(run.training, key) for key in ("learning_rate", "iterations")}
    if PARAMS.methods[method].settings.get("noise_rate") == "nominal":
        used["noise_rate"] = "nominal"
    listed = dict(
        re.findall(r"^\| `(\w+)` \| ([^|]+) \|", page(method).read_text(encoding="utf-8"), flags=re.MULTILINE)
    )
    assert {key: written(value) for key, value in used.items()} == listed


def written(value: Any) -> str:
    """Return a value as the pages write it."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)


@pytest.mark.parametrize("method", PARAMS.methods)
def test_the_result_is_the_published_one(method: str) -> None:
    text = page(method).read_text(encoding="utf-8")
    assert with_results(page(method), ROOT / "report/mini") == text, "run `make publish`"


@pytest.mark.parametrize("method", PARAMS.methods)
def test_its_command_names_a_file_that_the_workflow_makes(method: str) -> None:
    (target,) = re.findall(r"`snakemake (\S+)`", page(method).read_text(encoding="utf-8"))
    assert target in {f"results/{PARAMS.study}/runs/{run.path}/metrics.json" for run in study_runs(PARAMS)}
