"""Run `dvc repro` from nothing, again, after a change, after a failure, and after Snakemake."""

import re
import shutil
from typing import Any

import yaml

from plan import planned_methods
from repository import Repository
from tiny import METHODS

STAGES = ["data", "noise", "runs", "tables", "report"]
UP_TO_DATE = "Data and pipelines are up to date."
NOTHING = "Nothing to be done"


def ran(output: str) -> list[str]:
    """Return the stages that DVC says it has run."""
    return [stage for stage in STAGES if f"Running stage '{stage}'" in output]


def locked_stages(repository: Repository) -> dict[str, Any]:
    """Return the stages of a repository's dvc.lock."""
    return dict(yaml.safe_load((repository.folder / "dvc.lock").read_text())["stages"])


def test_a_clean_clone_computes_everything(first_repro: str, finished: Repository) -> None:
    assert ran(first_repro) == STAGES
    assert planned_methods(first_repro) == set(METHODS)
    assert finished.do("git show --name-only --format=").split() == ["dvc.lock"]


def test_everything_that_is_made_is_stored(finished: Repository) -> None:
    outs = [out["path"] for stage in locked_stages(finished).values() for out in stage["outs"]]
    assert all(any(name == out or name.startswith(f"{out}/") for out in outs) for name in finished.stored())
    assert "results/tiny/features" in outs  # empty, because this study trains a network on images
    assert not list((finished.folder / "results/tiny/features").iterdir())


def test_neither_tool_has_anything_to_do_again(finished: Repository) -> None:
    again = finished.do("dvc repro")
    assert UP_TO_DATE in again
    assert ran(again) == []
    assert NOTHING in finished.do("snakemake")


def test_a_failure_loses_nothing_and_then_only_the_changed_method_is_trained(changed: Repository) -> None:
    before, lock = changed.stored(), locked_stages(changed)
    changed.edit("prism/methods/circle.py", "METHOD = Circle", 'raise RuntimeError("broken")')
    failed = changed.run("dvc", "repro")
    assert failed.returncode != 0
    assert "failed to reproduce 'runs'" in failed.stderr
    kept = {name: digest for name, digest in before.items() if "/circle/" not in name}
    assert kept.items() <= changed.stored().items()
    # `data` pretrains with a method, so it has run again with the same result; what failed is as it was.
    assert [stage for stage, found in locked_stages(changed).items() if found != lock[stage]] == ["data"]
    assert locked_stages(changed)["data"]["outs"] == lock["data"]["outs"]

    changed.do("git checkout .")
    changed.do("dvc checkout")
    assert changed.stored() == before

    changed.edit("params.yaml", "      m: 0.4\n", "      m: 0.3\n")
    output = changed.do("dvc repro runs")
    assert ran(output) == ["runs"]
    assert planned_methods(output) == {"circle"}
    models = {name: digest for name, digest in changed.stored().items() if name.endswith("/model.safetensors")}
    assert [name.split("/")[-3] for name in models if models[name] != before[name]] == ["circle"]


def test_what_snakemake_made_is_hashed_and_locked_with_or_without_figures(changed: Repository) -> None:
    """On a cluster, long studies are made by Snakemake first and stored by DVC afterwards."""
    (changed.folder / "dvc.lock").unlink()
    shutil.rmtree(changed.folder / "results/tiny/figures")
    figures = "    figures:\n      iterations:\n      - mine\n      window:\n      - mine\n"
    changed.edit("params.yaml", figures, "    figures: {}\n")
    changed.do("snakemake all")
    made = changed.stored()
    output = changed.do("dvc repro")
    assert ran(output) == STAGES
    assert set(re.findall(r"^ *(?:local)?rule (\w+):", output, flags=re.MULTILINE)) == {
        "all_figures",
        "all_timings",
    }  # which have none
    assert changed.stored() == made
    assert UP_TO_DATE in changed.do("dvc status")
    assert "failed to load some plots" in changed.do("dvc plots show")
