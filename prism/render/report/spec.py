"""What the report is told."""

from prism.io.strict_model import StrictModel


class Deviation(StrictModel):
    what: str
    paper: str
    here: str


class ReportSpec(StrictModel):
    study: str
    title: str
    tables: list[str]
    figures: dict[str, str]  # name: caption
    methods: dict[str, str]  # name: label
    datasets: dict[str, str]  # name: title
    runs: list[str]  # paths below results/STUDY/runs
    deviations: list[Deviation]

    def method(self, name: str) -> str:
        """As readers know it, with what a variant has of its own."""
        base, *overrides = name.split("@")
        return self.methods.get(base, base) + (f" ({', '.join(overrides)})" if overrides else "")
