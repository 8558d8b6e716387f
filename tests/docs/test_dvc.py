"""docs/dvc.md: every command on the page is one that tests/dvc runs, and its table of stages is that of dvc.yaml."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/dvc.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    ((?:dvc|make|snakemake) .*?)(?: FOLDER)?(?: +#.*)?$", PAGE, flags=re.MULTILINE)
RUN = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests/dvc").glob("*.py"))


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_tested(command: str) -> None:
    words = re.compile('[" ,]+'.join(map(re.escape, command.split())))  # in a string, or in a list of strings
    assert words.search(RUN.replace("--old-file .venv/.ready ", ""))


def test_the_stages_are_those_of_dvc_yaml() -> None:
    stages = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]
    described = dict(re.findall(r"^\| `(\w+)` \| `(snakemake [\w ]+)` \|", PAGE, flags=re.MULTILINE))
    assert described.keys() == stages.keys()
    for name, command in described.items():
        assert f"{command} --config study=${{study}}" in stages[name]["cmd"]
