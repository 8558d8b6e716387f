"""Specifications of tables, the report and the claims, which the rendering verbs read from their `--settings`.

A specification has everything of `params.yaml` that is shown. That of a figure is in prism/figures/spec.py;
prism/study/describe.py makes them all.
"""

from pydantic import Field

from prism.io.strict_model import StrictModel


class Row(StrictModel):
    """A row of a table: a method, or a variant of one."""

    method: str
    label: str
    group: str
    undefined: dict[str, str] = Field(default={}, description="noise: why the method is not run under it")


class Column(StrictModel):
    """A column of a table of scores."""

    dataset: str
    noise: str
    metric: str
    head: str  # the data and the metric, which stand over several columns
    label: str


class TableSpec(StrictModel):
    """A table of scores."""

    caption: str
    rows: list[Row]
    columns: list[Column]
    noise_per_seed: bool = False  # whether each seed draws wrong labels of its own


class TimingSpec(StrictModel):
    """A table of training time."""

    caption: str
    rows: list[Row]
    baseline: str  # the method that the others' times are divided by
    noise: dict[str, str]  # dataset: noise
    titles: dict[str, str]  # dataset: title, also of those that the paper alone has

    @property
    def baseline_label(self) -> str:
        return next(row.label for row in self.rows if row.method == self.baseline)


class ClaimsSpec(StrictModel):
    """The names by which readers know methods and datasets, for the claims."""

    methods: dict[str, str]  # name: label
    datasets: dict[str, str]  # name: title


class Deviation(StrictModel):
    """A setting in which a study departs from the paper."""

    what: str
    paper: str
    here: str


class ReportSpec(StrictModel):
    """The report of a study."""

    study: str
    title: str
    tables: list[str]
    figures: dict[str, str]  # name: caption
    methods: dict[str, str]  # name: label
    datasets: dict[str, str]  # name: title
    runs: list[str]  # paths below results/STUDY/runs
    deviations: list[Deviation]

    def method(self, name: str) -> str:
        """Return the label of a method, with the settings of its own if it is a variant."""
        base, *overrides = name.split("@")
        return self.methods.get(base, base) + (f" ({', '.join(overrides)})" if overrides else "")
