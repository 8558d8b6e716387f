"""The specification of one figure, which the verb `figure` reads from its `--settings`."""

from typing import Generic, TypeVar

from pydantic import Field

from prism.figures.entry import FigureEntry
from prism.io.strict_model import StrictModel
from prism.noise.name import name_of_draw

Entry = TypeVar("Entry", bound=FigureEntry)


class FigureSpec(StrictModel, Generic[Entry]):
    """A figure's entry, and the datasets, runs and seeds that it stands for in a study."""

    entry: Entry
    datasets: dict[str, str]  # key: title
    noise: dict[str, str] = Field(default={})  # dataset: noise
    methods: dict[str, str] = Field(default={})  # label of the line, point or panel: method
    seeds: list[int] = Field(default=[])
    noise_per_seed: bool = Field(default=False, description="whether each seed draws wrong labels of its own")

    def labels_name(self, dataset: str, seed: int) -> str | None:
        """Return the name of the draw of the noise that the runs of a seed were given, if it is the seed's own."""
        return name_of_draw(self.noise[dataset], seed) if self.noise_per_seed else None
