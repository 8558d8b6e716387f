"""Base models of a figure's entry in `params.yaml`: its keys, its methods, and the files that it is drawn from."""

from typing import ClassVar, Literal

from pydantic import Field

from prism.io.strict_model import StrictModel
from prism.noise.name import NoiseName

Source = Literal["curves", "p_clean", "index", "images"]
OVER_SEEDS = "Bands and bars: 95 % intervals over seeds."


class FigureEntry(StrictModel):
    """An entry under `figures` in `params.yaml`; each kind of figure adds its own keys."""

    kind: str
    caption: str
    sources: ClassVar[tuple[Source, ...]] = ("curves",)  # the files that the figure is drawn from
    note: ClassVar[str] = OVER_SEEDS  # what every figure of the kind must say below it
    first_seed_only: ClassVar[bool] = False
    settings_key: ClassVar[str | None] = None  # the key that names a method's setting, if not the method itself does

    def shown_noise(self) -> str | None:
        """Return the noise under which the figure's runs are trained, or None if it shows no runs."""
        return None

    def methods(self) -> dict[str, str]:
        """Return the label and the `method` or `method@key=value` of each line, point or panel."""
        return {}


class RunsEntry(FigureEntry):
    """An entry of a figure that shows some methods under one noise."""

    noise: NoiseName

    def shown_noise(self) -> str | None:
        return self.noise


class LinesEntry(RunsEntry):
    """An entry that lists its methods by their labels."""

    lines: dict[str, str] = Field(min_length=1, description="label: method, or method@key=value@key=value")

    def methods(self) -> dict[str, str]:
        return self.lines
