"""The columns in results/README.md are those of the files."""

import csv
import re
from pathlib import Path

import pandas as pd

from prism.data.store import COLUMNS
from prism.judge.conclusion import conclusion
from prism.render.markdown_tables import all_methods_table

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "results/README.md").read_text(encoding="utf-8")


def described(heading: str) -> list[str]:
    """Return the columns that the table below a heading describes."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`.*?) \|", section, flags=re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]


def test_metrics_csv() -> None:
    with (ROOT / "report/mini/metrics.csv").open(encoding="utf-8") as stream:
        columns = next(csv.reader(stream))
    assert set(columns) <= set(described("Columns of `metrics.csv`"))


def test_the_index_of_a_dataset() -> None:
    assert described("The index of a dataset") == COLUMNS


def test_the_table_of_laptop_on_cub_is_that_of_its_files() -> None:
    published = ROOT / "report/laptop-cub"
    page = (ROOT / "docs/results.md").read_text(encoding="utf-8")
    assert all_methods_table(published) in page
    claims = pd.read_csv(published / "claims.csv").set_index("id")
    assert claims.loc["symmetric_best", "verdict"] == "holds"  # as the README says
    verdicts = claims["verdict"].tolist()
    assert f"**{conclusion(pd.read_csv(published / 'metrics.csv'), verdicts)}**" in page
