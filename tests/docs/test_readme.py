"""The README and docs/results.md show the published study, code runs, and the links of all documents lead somewhere."""

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from prism.render.publish import with_results

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("document", ["README.md", "docs/results.md"])
def test_the_results_are_the_published_ones(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    assert with_results(ROOT / document, ROOT / "report/mini") == text, "run `make publish`"


@pytest.mark.parametrize(
    "document",
    [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "results/README.md",
        *(str(p.relative_to(ROOT)) for p in (ROOT / "docs").rglob("*.md")),
    ],
)
def test_links_lead_to_files(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for target in re.findall(r'(?:\]\(|href="|src=")(?!https?:)([^)#"]+)', text):
        assert (ROOT / document).parent.joinpath(target).exists(), f"{document} links to {target}"


def test_the_library_example_runs_outside_the_repository_after_an_install(tmp_path: Path) -> None:
    """Install as a user would, into an environment that borrows only the dependencies of this one."""
    (example,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv/bin/python"
    uv = Path(sys.executable).parent / "uv"
    install = [uv, "pip", "install", "--quiet", "--no-deps", "--python", python, str(ROOT)]
    subprocess.run(install, check=True, cwd=tmp_path)
    (site,) = (tmp_path / "venv/lib").glob("python*/site-packages")
    borrowed = (
        Path(os.__file__).parent
        if sys.prefix == sys.base_prefix
        else next(Path(sys.prefix).glob("lib/python*/site-packages"))
    )
    # Behind the new environment's own packages, so that prism is the installed one.
    (site / "borrowed.pth").write_text(f"{borrowed}\n")
    (tmp_path / "example.py").write_text(example + "\nimport prism as package\nprint(package.__file__)\n")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}  # it would come first
    result = subprocess.run(
        [python, "example.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert Path(result.stdout.strip()).is_relative_to(site)
