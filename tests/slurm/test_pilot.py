"""Follow the README's section on clusters, on a cluster."""

import json
import shutil

from jobs import jobs
from project import Project


def test_the_command_of_the_readme_ends_in_tables(piloted: Project) -> None:
    tables = piloted.folder / "results/pilot/tables"
    assert sorted(path.name for path in tables.iterdir()) == [
        f"p_clean_design.{kind}" for kind in ("csv", "html", "tex")
    ]
    assert "not run" not in (tables / "p_clean_design.tex").read_text()


def test_only_trainings_are_given_gpus(piloted: Project) -> None:
    gpus = {job.comment: job.gpus for job in jobs(piloted.folder)}
    assert len(gpus) == 8  # prepare, pretrain, features, noise, four trainings; the rest runs where Snakemake does
    for comment, number in gpus.items():
        assert number == int(comment.startswith("rule_train_")), comment


def test_jobs_name_their_run(piloted: Project) -> None:
    comments = [job.comment for job in jobs(piloted.folder)]
    assert "rule_train_wildcards_glyphs_slice_smallcluster-25_softtriple_0" in comments


def test_a_number_leads_back_to_its_run(piloted: Project) -> None:
    run = piloted.folder / "results/pilot/runs/glyphs_slice/smallcluster-25/softtriple/seed0/run.json"
    assert json.loads(run.read_text())["settings"]["network"]["architecture"] == "convnet_small"


def test_short_trainings_share_a_job(prepared: Project) -> None:
    runs = [
        f"results/smoke/runs/glyphs_slice/smallcluster-25/{method}/seed0/metrics.json"
        for method in ("mcl", "ms", "contrastive")
    ]
    for made in ("features", "noise"):  # equal to the pilot's
        shutil.copytree(prepared.folder / "results/pilot" / made, prepared.folder / "results/smoke" / made)
    result = prepared.run("snakemake", "--profile", "slurm", *runs, "--config", "study=smoke")
    assert result.returncode == 0, result.stdout + result.stderr
    trained = [job for job in jobs(prepared.folder) if "train" in job.comment]
    assert [(job.state, job.gpus) for job in trained] == [("COMPLETED", 0)]
    assert all((prepared.folder / run).exists() for run in runs)
