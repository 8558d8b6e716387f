"""The README and docs/results.md show the published study, and the links of all documents lead somewhere."""

import re
from pathlib import Path

import pytest

from prism.render.publish import with_results

ROOT = Path(__file__).parents[2]


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
