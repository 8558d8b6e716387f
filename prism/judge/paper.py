"""The numbers that the paper prints, by table, row and column."""

from itertools import product
from pathlib import Path
from typing import Literal, Self

import pandas as pd
import yaml
from pydantic import Field, ValidationError, model_validator

from prism.errors import PrismError
from prism.io.files import existing
from prism.io.strict_model import StrictModel
from prism.noise.name import AUTHORS, NoiseName

PAPER_VALUES = Path(__file__).with_name("paper_values.yaml")
SECONDS = "seconds_per_1000_iterations"  # the unit of our own times
SECONDS_LABEL = "s / 1,000 it."
PAPER_SECONDS = "seconds_per_5000_iterations"  # the unit of the paper's


class PaperRow(StrictModel):
    """A row of a table of the paper."""

    head: str = Field(description="what the paper prints before the values")
    values: list[float]
    added_percent: list[float] | None = Field(default=None, description="what the paper prints behind its times")


class PaperTable(StrictModel):
    """A table of the paper, as printed."""

    place: str
    label: str
    caption: str
    unit: Literal["percent", "seconds"] = "percent"
    transposed: bool = Field(default=False, description="the paper has rows for columns")
    datasets: list[str]
    metrics: list[str]
    noise: list[NoiseName]
    columns: list[str] = Field(description="what the paper prints over the values")
    rows: dict[str, PaperRow]
    notes: list[str] = Field(description="where the paper contradicts itself or is silent")

    @property
    def keys(self) -> list[tuple[str, str, str]]:
        """Return dataset, metric and noise of each of a row's values."""
        return list(product(self.datasets, self.metrics, self.noise))

    @model_validator(mode="after")
    def _check_the_number_of_values(self) -> Self:
        for name, row in self.rows.items():
            if not len(self.columns) == len(self.keys) == len(row.values):
                raise ValueError(f"has a row {name} that does not fit its {len(self.columns)} columns")
        return self


class Paper(StrictModel):
    """All tables of the paper."""

    notes: list[str]
    tables: dict[str, PaperTable]

    def value(self, table: str, row: str, dataset: str, noise: str, metric: str) -> float | None:
        """Return the number as printed: percent, or seconds for 5,000 iterations; None where the paper has none.

        The noise of the released lists (`authors-...`) counts as the paper's own.
        """
        found = self.tables.get(table)
        key = (dataset, metric, noise.removeprefix(AUTHORS))
        if found is None or row not in found.rows or key not in found.keys:
            return None
        return found.rows[row].values[found.keys.index(key)]

    def metrics(self, tables: tuple[str, ...]) -> pd.DataFrame:
        """Return the tables as if the paper were a study of one seed: fractions, and seconds for 1,000 iterations.

        Do not ask for tables together that print different runs of the same training.
        """
        cells = [
            {"dataset": dataset, "noise": noise, "method": method, "metric": metric, "value": value}
            for name in tables
            if name in self.tables
            for method, row in self.tables[name].rows.items()
            for (dataset, metric, noise), value in zip(self.tables[name].keys, row.values, strict=True)
        ]
        frame = pd.DataFrame(cells, columns=["dataset", "noise", "method", "metric", "value"]).drop_duplicates()
        wide = frame.pivot(index=["dataset", "noise", "method"], columns="metric", values="value")
        wide = wide.rename(columns={PAPER_SECONDS: SECONDS})
        wide = wide / [5 if metric == SECONDS else 100 for metric in wide.columns]
        return wide.reset_index().assign(seed=0)


def load_paper(path: Path | None = None) -> Paper:
    """Read the paper's values from `path`, or from the file that comes with this package."""
    path = path or PAPER_VALUES
    try:
        return Paper.model_validate(yaml.safe_load(existing(path).read_text(encoding="utf-8")))
    except (yaml.YAMLError, UnicodeDecodeError, ValidationError) as error:
        raise PrismError(f"{path} cannot be read as the paper's values: {' '.join(str(error).split())}.") from error
