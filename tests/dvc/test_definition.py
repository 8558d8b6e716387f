"""dvc.yaml stores everything once, deletes nothing, and asks for no more than it must."""

import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from project import ROOT

sys.path.insert(0, str(ROOT))
from workflow.modules import closure

STAGES: dict[str, Any] = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]
METHODS = [f"prism.methods.{path.stem}" for path in (ROOT / "prism/methods").glob("[a-z]*.py")]
BACKBONES = [f"prism.backbones.{path.stem}" for path in (ROOT / "prism/backbones").glob("[a-z]*.py")]
SOURCES = [f"prism.data.sources.{path.stem}" for path in (ROOT / "prism/data/sources").glob("[a-z]*.py")]
MODELS = [f"prism.noise.models.{path.stem}" for path in (ROOT / "prism/noise/models").glob("[a-z]*.py")]
FIGURES = [f"prism.figures.{path.stem}" for path in (ROOT / "prism/figures").glob("[a-z]*.py")]
ENTRIES = {
    "data": [
        "prism.data.datasets", "prism.data.emoji.download", "prism.data.emoji.prepare", "prism.data.archives.download",
        "prism.data.archives.prepare", "prism.data.folder.download", "prism.data.folder.prepare",
        "prism.backbones.published", "prism.noise.released", *SOURCES,
    ],
    "noise": ["prism.backbones.extract", "prism.data.features", "prism.noise.generate", *MODELS, *BACKBONES],
    "runs": [
        "prism.training.run", "prism.training.timing", "prism.study.check_results",
        "prism.runtime.threads", *METHODS, *BACKBONES,
    ],
    "tables": [
        "prism.results.collect", "prism.render.tables", "prism.render.timing_table", "prism.figures", *FIGURES,
    ],
    "report": ["prism.render.report", "prism.judge.claims.write", "prism.render.pdf"],
}  # fmt: skip


def outs(stage: dict[str, Any]) -> dict[str, Any]:
    """Return the options of each output of a stage."""
    return {
        name: options for part in ("outs", "metrics") for out in stage.get(part, []) for name, options in out.items()
    }


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
def test_every_out_persists_and_is_cached(stage: dict[str, Any]) -> None:
    """Without `persist` DVC would delete the results first, without the cache there would be nothing to push."""
    assert outs(stage)
    assert all(options == {"persist": True} for options in outs(stage).values())


def test_outs_are_disjoint() -> None:
    paths = [Path(name) for stage in STAGES.values() for name in outs(stage)]
    assert not [
        pair for pair in combinations(paths, 2) if pair[0].is_relative_to(pair[1]) or pair[1].is_relative_to(pair[0])
    ]


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
def test_a_stage_asks_snakemake_for_targets_of_the_same_study(stage: dict[str, Any]) -> None:
    commands = stage["cmd"] if isinstance(stage["cmd"], list) else [stage["cmd"]]
    (command,) = [command for command in commands if command.startswith("snakemake ")]
    targets, _, options = command.removeprefix("snakemake ").partition(" --")
    rules = (ROOT / "Snakefile").read_text() + (ROOT / "workflow/rules/targets.smk").read_text()
    assert set(targets.split()) <= set(re.findall(r"^rule (\w+):", rules, flags=re.MULTILINE))
    assert options == "config study=${study}"


@pytest.mark.parametrize("name", STAGES)
def test_deps_hold_every_module_that_the_stage_is_made_of(name: str) -> None:
    deps = [Path(dep) for dep in STAGES[name]["deps"]]
    missing = [file for file in closure(ROOT, ENTRIES[name]) if not any(Path(file).is_relative_to(dep) for dep in deps)]
    assert missing == []


def test_the_modules_that_rules_name_are_those_of_a_stage() -> None:
    rules = "".join(path.read_text() for path in (ROOT / "workflow/rules").glob("*.smk"))
    named = set(re.findall(r'"(prism(?:\.\w+)+)"', rules))
    assert named
    assert named <= {module for modules in ENTRIES.values() for module in modules}


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
def test_params_are_those_of_the_chosen_study(stage: dict[str, Any]) -> None:
    content = yaml.safe_load((ROOT / "params.yaml").read_text())
    assert "studies.${study}" in stage["params"]
    assert set(stage["params"]) - {"studies.${study}"} < content.keys() - {"studies", "tuning"}


def test_a_methods_parameters_matter_to_runs_and_what_follows_alone() -> None:
    assert [name for name, stage in STAGES.items() if "methods" in stage["params"]] == ["runs", "tables", "report"]


def test_git_holds_no_data_and_no_results() -> None:
    """A clone must compute: Snakemake would take committed results for done."""
    listed = ["git", "ls-files", "data", "results", "logs", "dvc_plots"]
    tracked = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert tracked == ["results/README.md"]
    for name in ("data/x", "results/x", "logs/x", "dvc_plots/x", ".dvc/cache/x", ".dvc/tmp/x", ".dvc/config.local"):
        assert subprocess.run(["git", "check-ignore", "--quiet", name], cwd=ROOT, check=False).returncode == 0, name
    assert subprocess.run(["git", "check-ignore", "--quiet", "dvc.lock"], cwd=ROOT, check=False).returncode == 1
