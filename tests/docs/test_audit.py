"""docs/audit.md: its options, files, columns and keys are those of the code, and its commands and its code run."""

import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from PIL import Image
from typer.main import get_command
from typer.testing import CliRunner

from mean_colours import use_mean_colours
from prism.audit.classes import CLASS_COLUMNS
from prism.audit.files import FILES
from prism.audit.issues import COLUMNS
from prism.cli import app
from project import ROOT
from tiny import write_images

TEXT = (ROOT / "docs/audit.md").read_text(encoding="utf-8")
FIRST_CELLS = re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE)


def section(heading: str) -> str:
    """Return the text below a heading."""
    return TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]


def test_every_option_is_described() -> None:
    command: Any = get_command(app)
    options = {name for option in command.commands["audit"].params for name in option.opts if name.startswith("--")}
    rows = re.findall(r"^\| (`--.*?) \|", section("Options"), re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"--[\w-]+", row)} == options - {"--help"}


def test_every_file_and_column_is_described() -> None:
    assert {name for cell in FIRST_CELLS for name in re.findall(r"^`([\w.]+\.\w+)`", cell)} == set(FILES)
    rows = re.findall(r"^\| (`.*?) \|", section("What the columns of issues.csv mean"), re.MULTILINE)
    described: set[str] = set()
    for row in rows:
        names = re.findall(r"`(\w+)`", row)
        if "…" in row:  # from the first to the last number
            stem, first, last = names[0][:-1], int(names[0][-1]), int(names[1][-1])
            names = [f"{stem}{number}" for number in range(first, last + 1)]
        described |= set(names)
    assert described == {"path", "row", *COLUMNS}
    assert ", ".join(f"`{name}`" for name in CLASS_COLUMNS) in TEXT


def test_every_key_is_described() -> None:
    page = (ROOT / "prism/audit/page/page.html").read_text(encoding="utf-8")
    keys = page.split('class="keys"')[1].split("</dl>")[0]
    rows = re.findall(r"^\| (`.*?) \|", section("3. Look at the page"), re.MULTILINE)
    assert set(re.findall("`(.*?)`", " ".join(rows))) == set(re.findall("<kbd>(.*?)</kbd>", keys))


def test_pictures_are_there_and_small() -> None:
    pictures = re.findall(r"!\[.*?\]\((.*?)\)", TEXT)
    assert len(pictures) == 2
    for picture in pictures:
        assert (ROOT / "docs" / picture).stat().st_size < 200_000
        with Image.open(ROOT / "docs" / picture) as image:
            assert image.width == 1200


def test_commands_run_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every `prism` command of the page on made images, with decisions that a person might have exported."""
    use_mean_colours(monkeypatch)
    monkeypatch.chdir(tmp_path)
    write_images(tmp_path / "photos")
    np.save("mine.npy", np.random.default_rng(0).normal(size=(48, 8)))
    (tmp_path / "photos.csv").write_text(
        "path,label\n" + "".join(f"{number}/{image}.jpg,{number}\n" for number in range(8) for image in range(6))
    )
    (tmp_path / "decisions.csv").write_text(
        "path,given_label,decision,label\n0/0.jpg,0,relabel,1\n0/1.jpg,0,drop,\n0/2.jpg,0,keep,0\n"
    )
    commands = re.findall(r"^    prism (.*?)(?:  +#.*)?$", TEXT, re.MULTILINE)
    assert [command.split()[0] for command in commands] == ["audit", "apply", "embed", *["audit"] * 5]
    for command in commands:
        few = {"embed": ["--iterations", "2", "--threads", "1"], "audit": ["--threads", "1"], "apply": []}
        result = CliRunner().invoke(app, [*shlex.split(command), *few[command.split()[0]]])
        assert result.exit_code in ((0, 3) if "--fail-above" in command else (0,)), result.output
    assert {path.name for path in (tmp_path / "audit").iterdir()} == {*FILES, "cache"}
    assert len(list((tmp_path / "photos-corrected").rglob("*.jpg"))) == 47
    assert list((tmp_path / "photos-corrected/1").glob("0-*.jpg"))


def test_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    random = np.random.default_rng(0)
    labels = np.repeat(list("abcdefgh"), 10)
    centers = 5 * random.normal(size=(8, 16))
    own: dict[str, Any] = {"features": np.repeat(centers, 10, axis=0) + random.normal(size=(80, 16)), "labels": labels}
    labels[3] = "h"
    exec(code, own)
    assert "% wrong, between " in capsys.readouterr().out
    assert isinstance(own["issues"], pd.DataFrame)
    assert own["issues"].index[0] == 3
