"""A mistake in the configuration ends in one sentence and a non-zero exit code."""

from pathlib import Path

import pytest

from project import Project, fresh_copy

MISTAKES = {
    "unknown key": (
        "    title: Glyphs end",
        "    titel: Glyphs end",
        "studies.mini has the unknown key 'titel'; it may have title, tables",
    ),
    "wrong type": ("iterations: 600 ", "iterations: many ", "studies.mini.training.iterations is 'many'"),
    "unknown name": ("tables: {symmetric: [glyphs]", "tables: {symetric: [glyphs]", "did you mean 'symmetric'?"),
    "out of range": ("margin: 0.5 ", "margin: 1.5 ", "margin is 1.5"),
    "unknown setting": ("      enqueue: before ", "      enqueu: before ", "has no setting 'enqueu'"),
    "number that is a word": ("weight_decay: 5.0e-4", "weight_decay: 5e-4", "weight_decay is '5e-4'"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_params_yaml_is_one_sentence(mistake: str, tmp_path: Path) -> None:
    old, new, message = MISTAKES[mistake]
    project = fresh_copy(tmp_path)
    project.edit("params.yaml", old, new)
    result = project.snakemake("--dry-run", study="mini")
    sentences = [line for line in result.stderr.splitlines() if "params.yaml: " in line]
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert len(sentences) == 1
    assert message in sentences[0]


def test_a_copy_that_the_lists_of_the_study_do_not_fit_is_one_sentence(clone: Project) -> None:
    cars = 'datasets={"cars": {"archive": "my/car_ims.tgz"}}'
    result = clone.run("snakemake", "--dry-run", "--config", "study=paper", cars)
    assert result.returncode == 1
    assert "prism: params.yaml: datasets.cars.archive is my/car_ims.tgz, a copy with car_ims.tgz" in result.stderr
    assert "Traceback" not in result.stderr


def test_an_unknown_study_is_one_sentence(clone: Project) -> None:
    result = clone.snakemake("--dry-run", study="minni")
    assert result.returncode == 1
    assert "study names 'minni', which is not defined; did you mean 'mini'?" in result.stderr
    assert "Traceback" not in result.stderr
