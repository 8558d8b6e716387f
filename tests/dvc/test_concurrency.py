"""A second process in a folder says who is at work there and what to do; the first loses nothing."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from repository import Repository

SNAKEMAKE_AT_WORK = "make sure that no other Snakemake process is trying to create the same files"
WAIT = """
import pathlib, time
while pathlib.Path("hold").exists():
    time.sleep(0.05)
METHOD = Circle"""


@contextmanager
def at_work(project: Repository, *command: str) -> Iterator[None]:
    """Within the block, the command is busy with a training; behind it, the command must succeed."""
    project.edit("prism/methods/circle.py", "METHOD = Circle", WAIT)
    (project.folder / "hold").touch()
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    process = subprocess.Popen(
        command, cwd=project.folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        while not list((project.folder / ".snakemake/locks").glob("*")):
            assert process.poll() is None, "the command ended before it began to train"
            time.sleep(0.05)
        yield
    finally:
        (project.folder / "hold").unlink()
        assert process.wait() == 0


def test_a_second_one_beside_dvc_repro(changed: Repository) -> None:
    before = changed.stored()
    with at_work(changed, "dvc", "repro", "runs"):
        dvc = changed.run("dvc", "repro")
        assert dvc.returncode != 0
        assert "is busy, it is being blocked by:" in dvc.stderr
        assert "dvc repro runs" in dvc.stderr
        snakemake = changed.run("snakemake", "all_runs")
        assert snakemake.returncode != 0
        assert SNAKEMAKE_AT_WORK in snakemake.stderr
    assert changed.stored().keys() == before.keys()


def test_dvc_repro_beside_snakemake(changed: Repository) -> None:
    """A lock of Snakemake is made by hand: it is a list of the files that a process makes."""
    before = changed.stored()
    lock = changed.folder / ".snakemake/locks/0.output.lock"
    lock.parent.mkdir(exist_ok=True)
    lock.write_text("results/tiny/runs/mine/natural/circle/seed0/run.json\n")
    changed.edit("params.yaml", "      m: 0.4\n", "      m: 0.3\n")
    result = changed.run("dvc", "repro")
    assert result.returncode != 0
    assert SNAKEMAKE_AT_WORK in result.stderr
    assert "failed to reproduce 'runs'" in result.stderr
    assert changed.stored() == before
