"""A user's own images, from a folder to a table, with a whole network trained on them."""

import re

import pandas as pd
import pytest

from plan import planned_jobs
from project import Project, fresh_copy
from tiny import write_images

DATASET = """
  mine: {{kind: folder, title: Mine, root: {root}, size: 40, noise_rate: 0.2}}
"""
STUDY = """
  own:
    title: A user's own images
    tables: {own: [mine]}
    backbone: tiny
    end_to_end: {pretrained: false, channels_last: true, workers: 1}
    training: {iterations: 6, classes_per_batch: 4, images_per_class: 2, embedding_dim: 8, learning_rate: 1.0e-3,
               weight_decay: 0.0, evaluate_every: 3, checkpoint_every: 3}
    seeds: [0]
"""
TABLE = """
  own: {caption: Own, metrics: [precision_at_1, map_at_r], rows: [mcl, mcl_prism], noise: [natural]}
"""
BACKBONE = """
  tiny: {architecture: resnet18, input_size: 32, batch_size: 16}
"""


@pytest.fixture
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    folder = tmp_path_factory.mktemp("own")
    project = fresh_copy(folder / "project")
    write_images(folder / "images")
    entries = {"datasets": DATASET.format(root=folder / "images"), "studies": STUDY, "tables": TABLE}
    for key, entry in (entries | {"backbones": BACKBONE}).items():
        project.edit("params.yaml", f"\n{key}:\n", f"\n{key}:{entry}")
    return project


def test_own_images_end_to_end(project: Project) -> None:
    result = project.snakemake("all_tables", study="own")
    assert result.returncode == 0, result.stderr
    table = pd.read_csv(project.folder / "results/own/tables/own.csv")
    assert (table["seeds"] == 1).all()
    assert table["mean"].between(0, 1).all()
    metrics = pd.read_csv(project.folder / "results/own/metrics.csv")
    assert metrics["method"].tolist() == ["mcl", "mcl_prism"]
    assert "detection_auroc" not in metrics  # nobody knows which of these labels are wrong
    run = "results/own/runs/mine/natural/mcl_prism/seed0"
    verified = project.run("python", "-m", "prism", "verify", run, "--index", "data/mine/index.parquet")
    assert "as recorded" in verified.stdout, verified.stderr


def test_the_papers_study_is_planned_with_its_cost(clone: Project) -> None:
    plan = clone.plan("all_tables", study="paper")
    found = re.search(r"Study paper: (\d+) trainings on .*, about ([\d,]+) GPU-hours", plan)
    assert found
    jobs = planned_jobs(plan)
    assert jobs["train"] == int(found[1])
    assert (jobs["table"], jobs["timing_table"], jobs["timing"]) == (8, 2, 3)
    assert jobs["weights"] == 2  # noise comes from the authors' lists, so no features are needed


def test_a_study_can_be_limited_to_one_dataset(clone: Project) -> None:
    result = clone.run("snakemake", "all_tables", "--dry-run", "--config", "study=laptop", "only=[cub]")
    assert result.returncode == 0, result.stderr
    jobs = planned_jobs(result.stdout + result.stderr)
    assert (jobs["download"], jobs["features"], jobs["table"], jobs["timing"]) == (1, 1, 3, 1)
