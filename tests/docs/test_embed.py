"""docs/embed.md: its options are those of the verb, and its commands and its code run."""

import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.main import get_command
from typer.testing import CliRunner

from mean_colours import use_mean_colours
from prism.cli import app
from prism.training import head_defaults
from project import ROOT
from tiny import write_images

TEXT = (ROOT / "docs/embed.md").read_text(encoding="utf-8")


def test_every_option_is_described() -> None:
    command: Any = get_command(app)
    options = {name for option in command.commands["embed"].params for name in option.opts if name.startswith("--")}
    rows = re.findall(r"^\| (`--.*?) \|", TEXT, re.MULTILINE)
    described = {name for row in rows for name in re.findall(r"--[\w-]+", row)}
    assert described == options - {"--help"}


def test_commands_and_code_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the command that names the noise rate, with few iterations, and then the code on its files."""
    use_mean_colours(monkeypatch)
    monkeypatch.chdir(tmp_path)
    write_images(tmp_path / "photos")
    (line,) = re.findall(r"^    prism (embed .*--noise-rate.*?)  +#", TEXT, re.MULTILINE)
    result = CliRunner().invoke(app, [*shlex.split(line), "--iterations", "2", "--threads", "1"])
    assert result.exception is None
    retrieve, train = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    found: dict[str, Any] = {}
    exec(retrieve, found)
    assert found["similar"][0] == 0
    files = set(re.findall(r"^\| `([\w.]+)` \|", TEXT, re.MULTILINE))
    assert files == {path.name for path in (tmp_path / "embedding").iterdir() if path.is_file()}
    own = {"features": np.random.default_rng(0).normal(size=(40, 8)), "labels": np.repeat(["a", "b"], 20)}
    exec(train, own)
    assert own["embeddings"].shape == (40, 512)


def test_the_numbers_are_those_of_the_code() -> None:
    per_class = head_defaults.ITERATIONS_PER_CLASS
    other, same = ([per_class[by][method] for method in ("mcl", "mcl_prism")] for by in ("class", "image"))
    text = " ".join(TEXT.split())
    assert f"{other[0]} a class for MCL and {other[1]} for MCL + PRISM where other classes are tested" in text
    assert f"{same[0]} and {same[1]} where the classes stay the same" in text
    assert f"at least a pass over the images and {head_defaults.FEWEST}, at most {head_defaults.MOST:,}" in text
