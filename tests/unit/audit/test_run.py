"""`prism audit` on made images, with a network that sees their mean colours."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from PIL import Image
from typer.testing import CliRunner

from mean_colours import MeanColours, use_mean_colours
from prism.audit.tables import read_csv
from prism.cli import app

COLOURS = {
    "black": (20, 20, 20), "blue": (20, 20, 230), "green": (20, 230, 20), "red": (230, 20, 20), "pink": (230, 20, 230),
    "yellow": (230, 230, 20),
}  # fmt: skip
FILES = {"issues.csv", "issues.parquet", "classes.csv", "summary.json", "audit.html"}


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> MeanColours:
    return use_mean_colours(monkeypatch)


def write_colours(folder: Path, names: dict[str, str], images: int = 8) -> None:
    """Write images of each colour into a folder of each name, in shades of it, and one red image among the blue."""
    random = np.random.default_rng(0)
    for colour, name in names.items():
        (folder / name).mkdir(parents=True)
        for number in range(images):
            shade: Any = tuple((np.array(COLOURS[colour]) + random.integers(-15, 16, 3)).tolist())
            Image.new("RGB", (32, 32), shade).save(folder / name / f"{number}.png")
    Image.new("RGB", (32, 32), (225, 28, 14)).save(folder / names["blue"] / "wrong.png")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write six classes of eight images, of which one class has a ninth, which is wrong."""
    write_colours(tmp_path / "photos", {name: name for name in COLOURS})
    return tmp_path / "photos"


def audit(folder: Path, output: Path, *options: str, code: int = 0) -> str:
    """Run the verb and return what it prints; a user's mistake is raised."""
    result = CliRunner().invoke(app, ["audit", str(folder), "--output", str(output), "--threads", "1", *options])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code
    return result.stdout


def read_summary(output: Path) -> dict[str, Any]:
    summary: dict[str, Any] = json.loads((output / "summary.json").read_text())
    return summary


def test_a_wrong_label_is_found(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    output = tmp_path / "audit"
    said = audit(folder, output, "--noise-rate", "0.03")
    assert {path.name for path in output.iterdir()} == FILES | {"cache"}
    issues = read_csv(output / "issues.csv", ["path", "row", "given_label", "predicted_label", "is_label_issue"])
    assert len(issues) == network.looked_at == 49
    assert issues.iloc[0][["path", "given_label", "predicted_label"]].tolist() == ["blue/wrong.png", "blue", "red"]
    assert issues["is_label_issue"].tolist() == ["True"] + ["False"] * 48
    assert pd.read_parquet(output / "issues.parquet")["path"].tolist() == issues["path"].tolist()
    assert read_csv(output / "classes.csv", []).iloc[0].tolist() == ["blue", "9", str(1 / 9), "red"]
    assert said.splitlines()[-1] == (
        f"3.0 % of 49 labels are taken to be wrong, as you said: the worst one is on top of {output}/issues.csv; "
        f"open {output}/audit.html to decide."
    )
    assert "blue/wrong.png" in (output / "audit.html").read_text()
