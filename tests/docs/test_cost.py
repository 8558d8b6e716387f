"""The printed plan in docs/cost.md is what the command in it prints, before anything has run."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_plan_of_the_paper_is_what_its_command_prints(tmp_path: Path) -> None:
    text = (ROOT / "docs/cost.md").read_text(encoding="utf-8")
    ((command, printed),) = re.findall(
        r"<!-- plan: begin -->\n```\n\$ prism (.*?)\n(.*?)```\n<!-- plan: end -->", text, flags=re.DOTALL
    )
    words = [sys.executable, "-m", "prism", *command.split(), "--params", str(ROOT / "params.yaml")]
    result = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert printed == result.stdout, "copy what the command prints into docs/cost.md"
