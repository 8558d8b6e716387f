"""What clusters do to trainings: each ends with the weights of an undisturbed one, byte for byte."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from jobs import jobs, scancel, training_process, wait_for

from project import Project

pytestmark = pytest.mark.slurm

TIMED_OUT = "softtriple"
FAILED = "softtriple_prism@score=batch_positive@window=1"
TOO_LARGE = "softtriple_prism@score=memory_positive@window=1"
CANCELLED = "softtriple_prism@window=1"
RUNS = "runs/emoji_slice/smallcluster-25"


def longer(piloted: Project) -> list[str]:
    """Configuration in which a training takes some 20 seconds, and the one that is to run out of time some 100."""
    measured = json.loads((piloted.folder / f"results/pilot/{RUNS}/{TIMED_OUT}/seed0/run.json").read_text())
    a_second = 1000 / measured["seconds_per_1000_iterations"]
    training = {"iterations": round(20 * a_second), "evaluate_every": 100_000, "checkpoint_every": round(3 * a_second)}
    study = {
        "training": training,
        "methods": {TIMED_OUT: {"training": {"iterations": round(100 * a_second)}}},
    }
    return ["--config", "study=pilot", f"studies={json.dumps({'pilot': study})}"]


@pytest.fixture(scope="module")
def undisturbed(piloted: Project, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The longer trainings, on this machine and without SLURM."""
    folder = tmp_path_factory.mktemp("undisturbed") / "project"
    subprocess.run(["cp", "-a", str(piloted.folder), str(folder)], check=True)
    project = Project(folder)
    result = project.run("snakemake", "all_tables", *longer(piloted))
    assert result.returncode == 0, result.stdout + result.stderr
    return project


def model(project: Project, method: str) -> bytes:
    return (project.folder / f"results/pilot/{RUNS}/{method}/seed0/model.safetensors").read_bytes()


def checkpointed(project: Project, method: str) -> bool:
    """A training is under way, and has something to lose."""
    state = project.folder / f"results/.state/pilot/emoji_slice/smallcluster-25/{method}/seed0/checkpoint.pt"
    return state.exists()


def process_of(project: Project, method: str) -> int | None:
    return training_process(project.folder / f"results/pilot/{RUNS}/{method}/seed0")


def states(project: Project, method: str) -> list[str]:
    """How the tries of a training ended, in their order."""
    return [job.state for job in sorted(jobs(project.folder), key=lambda job: job.number) if job.trains(method)]


def test_jobs_that_end_badly_are_tried_again_and_go_on(
    piloted: Project, prepared: Project, undisturbed: Project
) -> None:
    """One runs out of time, one dies, one needs more memory than it asked for, one is cancelled; nobody helps."""
    resources = [
        f"train:runtime=1 if wildcards.method == '{TIMED_OUT}' and attempt == 1 else 20",
        f"train:mem_mb=500 if wildcards.method == '{TOO_LARGE}' and attempt == 1 else 4000",
        "train:slurm_extra=''",  # without the early warning: a minute is shorter than that
    ]
    command = ["snakemake", "--profile", "slurm", "all_tables", *longer(piloted), "--set-resources", *resources]
    head = prepared.start(*command)
    try:
        wait_for(lambda: checkpointed(prepared, FAILED))
        os.kill(process_of(prepared, FAILED) or 0, signal.SIGKILL)
        wait_for(lambda: checkpointed(prepared, CANCELLED))
        (job,) = (job for job in jobs(prepared.folder) if job.trains(CANCELLED))
        scancel(job)
        assert head.wait(timeout=600) == 0, (prepared.folder / "printed").read_text()
    finally:
        head.kill()
    assert states(prepared, TIMED_OUT) == ["TIMEOUT", "COMPLETED"]
    assert states(prepared, FAILED) == ["FAILED", "COMPLETED"]
    assert states(prepared, TOO_LARGE) == ["FAILED", "COMPLETED"]
    assert states(prepared, CANCELLED) == ["CANCELLED", "COMPLETED"]
    for method in (TIMED_OUT, FAILED, TOO_LARGE, CANCELLED):
        assert model(prepared, method) == model(undisturbed, method), method
    assert (prepared.folder / "results/pilot/tables/p_clean_design.tex").exists()


def started(project: Project, command: list[str], method: str) -> "subprocess.Popen[bytes]":
    """Snakemake, waiting for a training that has a checkpoint already."""
    head = project.start(*command)
    wait_for(lambda: checkpointed(project, method))
    return head


@pytest.fixture
def one_training(piloted: Project) -> list[str]:
    target = f"results/pilot/{RUNS}/{CANCELLED}/seed0/metrics.json"
    return ["snakemake", "--profile", "slurm", target, *longer(piloted)]


def test_warned_in_time_a_training_saves_where_it_is(
    prepared: Project, undisturbed: Project, one_training: list[str]
) -> None:
    head = started(prepared, one_training, CANCELLED)
    (job,) = jobs(prepared.folder)
    scancel(job, "--signal=TERM")  # as --signal does: to the processes of the job, not to its shell
    assert head.wait(timeout=300) == 0
    assert states(prepared, CANCELLED) == ["FAILED", "COMPLETED"]
    log = f"logs/pilot/train/emoji_slice/smallcluster-25/{CANCELLED}/seed0.log"
    assert "resuming at iteration" in (prepared.folder / log).read_text()
    assert "asked to stop at iteration" in (prepared.folder / "printed").read_text()
    assert model(prepared, CANCELLED) == model(undisturbed, CANCELLED)


def test_an_interrupted_head_cancels_its_jobs_and_is_started_again(
    prepared: Project, undisturbed: Project, one_training: list[str]
) -> None:
    head = started(prepared, one_training, CANCELLED)
    head.send_signal(signal.SIGINT)
    assert head.wait(timeout=300) == 1
    wait_for(lambda: states(prepared, CANCELLED) == ["CANCELLED"])
    again = prepared.run(*one_training)
    assert again.returncode == 0, again.stdout + again.stderr
    assert model(prepared, CANCELLED) == model(undisturbed, CANCELLED)


def test_a_killed_head_is_unlocked_and_started_again_whatever_its_orphan_does(
    prepared: Project, undisturbed: Project, one_training: list[str]
) -> None:
    head = started(prepared, one_training, CANCELLED)
    head.kill()
    head.wait()
    locked = prepared.run(*one_training)
    assert locked.returncode == 1
    assert "--unlock" in locked.stdout + locked.stderr
    assert prepared.run(*one_training, "--unlock").returncode == 0
    assert states(prepared, CANCELLED) == ["RUNNING"]  # the orphan
    again = prepared.run(*one_training)
    assert again.returncode == 0, again.stdout + again.stderr
    wait_for(lambda: "RUNNING" not in states(prepared, CANCELLED))
    assert model(prepared, CANCELLED) == model(undisturbed, CANCELLED)


def test_what_sbatch_refuses_is_said(prepared: Project, one_training: list[str]) -> None:
    partitions = prepared.folder / "workflow/profiles/slurm/partitions.yaml"
    partitions.write_text("partitions:\n  nowhere: {max_gpu: 8}\n")
    refused = prepared.run(*one_training, "--retries", "0")
    assert refused.returncode == 1
    assert "invalid partition specified: nowhere" in refused.stdout + refused.stderr
    assert not Path(prepared.folder / f"results/pilot/{RUNS}/{CANCELLED}/seed0/model.safetensors").exists()
