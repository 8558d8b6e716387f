"""A training that is killed outright continues from its checkpoint, and ends with the same bytes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from project import Project

ITERATIONS = 400


def command(project: Project, output: Path) -> list[str]:
    done = project.folder / "results/smoke/runs/glyphs_slice/smallcluster-25/mcl_prism/seed0/run.json"
    settings = json.loads(done.read_text())["settings"]
    settings["training"] |= {"iterations": ITERATIONS, "evaluate_every": 20, "checkpoint_every": 20}
    inputs = {
        "--index": "data/glyphs_slice/index.parquet",
        "--weights": "data/weights/convnet_slice.safetensors",
        "--noise": "results/smoke/noise/glyphs_slice/smallcluster-25.parquet",
    }
    paths = [part for option, name in inputs.items() for part in (option, str(project.folder / name))]
    places = ["--output", str(output / "run"), "--state", str(output / "state")]
    return [sys.executable, "-m", "prism", "train", *paths, *places, "--settings", json.dumps(settings)]


def finish(project: Project, output: Path) -> tuple[bytes, bytes]:
    """Train to the end, and return the bytes of the model and of the metrics."""
    subprocess.run(command(project, output), check=True, capture_output=True)
    return (output / "run/model.safetensors").read_bytes(), (output / "run/metrics.json").read_bytes()


def kill_after(project: Project, output: Path, checkpoints: int) -> None:
    """Start a training, and kill it as soon as it has written so many checkpoints."""
    checkpoint = output / "state/checkpoint.pt"
    process = subprocess.Popen(command(project, output), stderr=subprocess.DEVNULL)
    seen: set[int] = set()
    while len(seen) < checkpoints and process.poll() is None:
        if checkpoint.exists():
            seen.add(checkpoint.stat().st_mtime_ns)
        time.sleep(0.001)
    assert process.poll() is None, "the training ended before it could be killed"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (output / "run").exists()


def test_killed_at_three_points_it_ends_with_the_same_bytes(finished: Project, tmp_path: Path) -> None:
    expected = finish(finished, tmp_path / "undisturbed")
    for checkpoints in (1, 4, 9):
        kill_after(finished, tmp_path / "disturbed", checkpoints)
    assert finish(finished, tmp_path / "disturbed") == expected
    assert not (tmp_path / "disturbed/state").exists()
