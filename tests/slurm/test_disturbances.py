"""A training that a cluster disturbs ends with the weights of an undisturbed one, byte for byte."""

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from jobs import jobs, scancel, training_process, wait_for
from project import Project

TIMED_OUT = "softtriple"
FAILED = "softtriple_prism@score=batch_positive@window=1"
TOO_LARGE = "softtriple_prism@score=memory_positive@window=1"
CANCELLED = "softtriple_prism@window=1"
RUNS = "runs/glyphs_slice/smallcluster-25"
PROFILE = ["snakemake", "--profile", "slurm"]


def lengthen(project: Project, piloted: Project) -> None:
    """Let each of the pilot's trainings take about 10 seconds, with a checkpoint every second."""
    run = piloted.folder / f"results/pilot/{RUNS}/{TIMED_OUT}/seed0/run.json"
    a_second = 1000 / json.loads(run.read_text())["seconds_per_1000_iterations"]
    project.edit("params.yaml", " iterations: 20\n", f" iterations: {round(10 * a_second)}\n")
    seldom = f"evaluate_every: 100000\n      checkpoint_every: {max(1, round(a_second))}\n"
    project.edit("params.yaml", "evaluate_every: 10\n      checkpoint_every: 5\n", seldom)


@pytest.fixture(scope="module")
def undisturbed(piloted: Project, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Return a project that made the longer trainings on this machine, without SLURM."""
    folder = tmp_path_factory.mktemp("undisturbed") / "project"
    shutil.copytree(piloted.folder, folder, symlinks=True)
    project = Project(folder)
    lengthen(project, piloted)
    result = project.run("snakemake", "all_tables", "--config", "study=pilot")
    assert result.returncode == 0, result.stdout + result.stderr
    return project


@pytest.fixture
def longer(prepared: Project, piloted: Project) -> Project:
    """Return a project whose longer trainings have not been started."""
    lengthen(prepared, piloted)
    return prepared


def model(project: Project, method: str) -> bytes:
    return (project.folder / f"results/pilot/{RUNS}/{method}/seed0/model.safetensors").read_bytes()


def checkpointed(project: Project, method: str) -> bool:
    """Say whether a training has written a checkpoint."""
    state = project.folder / f"results/.state/pilot/glyphs_slice/smallcluster-25/{method}/seed0/checkpoint.pt"
    return state.exists()


def process_of(project: Project, method: str) -> int:
    return wait_for(lambda: training_process(project.folder / f"results/pilot/{RUNS}/{method}/seed0"))


def strike(project: Project, method: str) -> None:
    if method == CANCELLED:
        (job,) = (job for job in jobs(project.folder) if job.trains(method))
        scancel(job)
    else:
        os.kill(process_of(project, method), signal.SIGSTOP if method == TIMED_OUT else signal.SIGKILL)


def states(project: Project, method: str) -> list[str]:
    """Return how the tries of a training ended, in their order."""
    return [job.state for job in sorted(jobs(project.folder), key=lambda job: job.number) if job.trains(method)]


def test_jobs_that_end_badly_are_tried_again_and_go_on(longer: Project, undisturbed: Project) -> None:
    """One training stalls until its time is over, one dies, one exceeds its memory, one is cancelled."""
    resources = [
        f"train:runtime=1 if wildcards.method == '{TIMED_OUT}' and attempt == 1 else 20",
        f"train:mem_mb=500 if wildcards.method == '{TOO_LARGE}' and attempt == 1 else 4000",
        "train:slurm_extra=''",  # without the early warning, which would come before the minute begins
    ]
    head = longer.start(*PROFILE, "all_tables", "--config", "study=pilot", "--set-resources", *resources)
    try:
        unharmed = {TIMED_OUT, FAILED, CANCELLED}  # two run at a time, in any order, because there are two GPUs
        while unharmed:
            method = wait_for(lambda: next((m for m in unharmed if checkpointed(longer, m)), None))
            strike(longer, method)
            unharmed.remove(method)
        assert head.wait(timeout=600) == 0, (longer.folder / "printed").read_text()
    finally:
        head.kill()
    assert states(longer, TIMED_OUT) == ["TIMEOUT", "COMPLETED"]
    assert states(longer, FAILED) == ["FAILED", "COMPLETED"]
    assert states(longer, TOO_LARGE) == ["FAILED", "COMPLETED"]
    assert states(longer, CANCELLED) == ["CANCELLED", "COMPLETED"]
    for method in (TIMED_OUT, FAILED, TOO_LARGE, CANCELLED):
        assert model(longer, method) == model(undisturbed, method), method
    assert (longer.folder / "results/pilot/tables/p_clean_design.tex").exists()


def started(project: Project, command: list[str], method: str) -> "subprocess.Popen[bytes]":
    """Start Snakemake, and return it when its training has a checkpoint."""
    head = project.start(*command)
    wait_for(lambda: checkpointed(project, method))
    return head


ONE_TRAINING = [*PROFILE, f"results/pilot/{RUNS}/{CANCELLED}/seed0/metrics.json", "--config", "study=pilot"]


def test_warned_in_time_a_training_saves_where_it_is(longer: Project, undisturbed: Project) -> None:
    head = started(longer, ONE_TRAINING, CANCELLED)
    (job,) = jobs(longer.folder)
    scancel(job, "--signal=TERM")  # like the profile's --signal: to the processes of the job, not to its shell
    assert head.wait(timeout=300) == 0
    assert states(longer, CANCELLED) == ["FAILED", "COMPLETED"]
    log = f"logs/pilot/train/glyphs_slice/smallcluster-25/{CANCELLED}/seed0.log"
    assert "resuming at iteration" in (longer.folder / log).read_text()
    assert "asked to stop at iteration" in (longer.folder / "printed").read_text()
    assert model(longer, CANCELLED) == model(undisturbed, CANCELLED)


def test_an_interrupted_head_cancels_its_jobs_and_is_started_again(longer: Project, undisturbed: Project) -> None:
    head = started(longer, ONE_TRAINING, CANCELLED)
    head.send_signal(signal.SIGINT)
    assert head.wait(timeout=300) == 1
    wait_for(lambda: states(longer, CANCELLED) == ["CANCELLED"])
    again = longer.run(*ONE_TRAINING)
    assert again.returncode == 0, again.stdout + again.stderr
    assert model(longer, CANCELLED) == model(undisturbed, CANCELLED)


def test_a_killed_head_is_unlocked_and_started_again_whatever_its_orphan_does(
    longer: Project, undisturbed: Project
) -> None:
    head = started(longer, ONE_TRAINING, CANCELLED)
    orphan = process_of(longer, CANCELLED)
    os.kill(orphan, signal.SIGSTOP)  # so that it cannot end before the checks below
    head.kill()
    head.wait()
    locked = longer.run(*ONE_TRAINING)
    assert locked.returncode == 1
    assert "--unlock" in locked.stdout + locked.stderr
    assert longer.run(*ONE_TRAINING, "--unlock").returncode == 0
    assert states(longer, CANCELLED) == ["RUNNING"]
    os.kill(orphan, signal.SIGCONT)
    again = longer.run(*ONE_TRAINING)
    assert again.returncode == 0, again.stdout + again.stderr
    wait_for(lambda: "RUNNING" not in states(longer, CANCELLED))
    assert model(longer, CANCELLED) == model(undisturbed, CANCELLED)


def test_what_sbatch_refuses_is_said(longer: Project) -> None:
    partitions = longer.folder / "workflow/profiles/slurm/partitions.yaml"
    partitions.write_text("partitions:\n  nowhere: {max_gpu: 8}\n")
    refused = longer.run(*ONE_TRAINING, "--retries", "0")
    assert refused.returncode == 1
    assert "invalid partition specified: nowhere" in refused.stdout + refused.stderr
    assert not Path(longer.folder / f"results/pilot/{RUNS}/{CANCELLED}/seed0/model.safetensors").exists()
