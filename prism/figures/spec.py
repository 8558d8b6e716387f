"""The specification of one figure, which the verb `figure` reads from its `--settings`."""

from typing import Generic, TypeVar

from pydantic import Field

from prism.figures.entry import FigureEntry
from prism.io.strict_model import StrictModel

Entry = TypeVar("Entry", bound=FigureEntry)


class FigureSpec(StrictModel, Generic[Entry]):
    """A figure's entry, and the datasets, runs and seeds that it stands for in a study."""

    entry: Entry
    datasets: dict[str, str]  # key: title
    noise: dict[str, str] = Field(default={})  # dataset: noise
    methods: dict[str, str] = Field(default={})  # label of the line, point or panel: method
    seeds: list[int] = Field(default=[])
