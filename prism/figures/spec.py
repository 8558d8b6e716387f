"""What the verb `figure` is told."""

from pydantic import Field

from prism.io.strict_model import StrictModel


class FigureSpec(StrictModel):
    kind: str
    datasets: dict[str, str]  # key: title
    noise: dict[str, str] = Field(default={})  # dataset: noise
    methods: dict[str, str] = Field(default={})  # label of the line, point or panel: method
    seeds: list[int] = Field(default=[])
    metric: str = ""  # what curves and sweeps show
    setting: str = ""  # what a sweep varies
    count: int = 0  # examples in a row
