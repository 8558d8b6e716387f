"""dvc.yaml stores everything once, deletes nothing, and asks for no more than it must."""

import re
import subprocess
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from prism.study import load
from prism.study.code_digest import source_files
from prism.study.graph import RULES as GRAPH_RULES
from prism.study.graph import Graph, JobKey
from project import ROOT

STAGES: dict[str, Any] = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]
RULES = {
    "data": ["download", "prepare", "weights", "pretrain", "authors_list"],
    "noise": ["features", "noise"],
    "runs": ["train", "timing"],
    "tables": ["collect", "table", "timing_table", "figure"],
    "report": ["claims", "report", "pdf"],
}
# What the commands of a stage are made of beside the modules that the graph names.
COMMANDS = {
    "data": ["prism.data.datasets", "prism.backbones.published", "prism.noise.released"],
    "runs": ["prism.study.check_results", "prism.runtime.threads"],
}


def modules_of(stage: str) -> list[str]:
    """Return the modules of all jobs that a stage may run, in any study."""
    params = load(ROOT / "params.yaml")
    graphs = [Graph(params.model_copy(update={"study": study})) for study in params.studies]
    jobs = [job for graph in graphs for job in graph.before([JobKey("report"), JobKey("pdf")]).values()]
    found = {module for job in jobs if job.rule in RULES[stage] for module in job.code}
    return sorted(found | set(COMMANDS.get(stage, [])))


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
    missing = [
        file for file in source_files(modules_of(name)) if not any(Path(file).is_relative_to(dep) for dep in deps)
    ]
    assert missing == []


def test_every_rule_belongs_to_a_stage() -> None:
    assert sorted(rule for rules in RULES.values() for rule in rules) == sorted(GRAPH_RULES)


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
