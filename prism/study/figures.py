"""The figures that `params.yaml` may ask for: the keys of each kind, its runs, and the files that it is drawn from.

How a kind is drawn is in the file of its name in prism/figures/.
"""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, field_validator

from prism.io.strict_model import Name, StrictModel
from prism.noise.name import NoiseName, parse_noise

CurveMetric = Literal["precision_at_1", "map_at_r", "map_easy", "map_medium", "map_hard"]
Source = Literal["curves", "p_clean", "index", "images"]
OVER_SEEDS = "Bands and bars: 95 % intervals over seeds."


class FigureEntry(StrictModel):
    caption: str
    sources: ClassVar[tuple[Source, ...]] = ("curves",)
    note: ClassVar[str] = OVER_SEEDS  # what every figure of the kind must say below it


class RunsFigure(FigureEntry):
    """A figure of some methods under one noise."""

    noise: NoiseName
    first_seed: ClassVar[bool] = False  # whether one seed is enough


class LinesFigure(RunsFigure):
    lines: dict[str, str] = Field(min_length=1, description="label: method, or method@key=value@key=value")


class CurvesFigure(LinesFigure):
    """A metric against iterations, a line a method."""

    kind: Literal["iterations"]
    metric: CurveMetric


class SweepFigure(RunsFigure):
    """A metric at the end of training against one of a method's settings."""

    kind: Literal["sweep"]
    metric: CurveMetric
    method: Name
    setting: Name
    values: list[int | float] = Field(min_length=1)


class DetectionFigure(LinesFigure):
    """Precision, recall and AUROC of wrong labels against iterations, a line a method."""

    kind: Literal["detection"]

    @field_validator("noise")
    @classmethod
    def _known(cls, noise: str) -> str:
        if parse_noise(noise).kind in ("clean", "natural"):
            raise ValueError(f"is {noise}, but must be noise of which the wrong labels are known")
        return noise


class ThresholdFigure(LinesFigure):
    """The threshold against iterations, a line a method."""

    kind: Literal["threshold"]
    note: ClassVar[str] = (
        "Median of the batches since the last evaluation, in a band between their quartiles, which may leave the "
        "picture while the bank fills. Means over seeds."
    )


class PCleanFigure(LinesFigure):
    """How p_clean is distributed over right and wrong labels, a panel a method."""

    kind: Literal["p_clean"]
    sources: ClassVar[tuple[Source, ...]] = ("p_clean",)
    note: ClassVar[str] = (
        "Each label as it was last seen, if that was in the second half of the training and the bank had features of "
        "its class. Means over seeds."
    )


class ExamplesFigure(RunsFigure):
    """A contact sheet of the most and the least likely labels of a run."""

    kind: Literal["examples"]
    method: str = Field(description="method, or method@key=value@key=value")
    count: int = Field(default=8, ge=1, le=12, description="images in a row")
    sources: ClassVar[tuple[Source, ...]] = ("p_clean", "index", "images")
    first_seed: ClassVar[bool] = True
    note: ClassVar[str] = (
        "Chosen by P_clean alone among the labels that the first seed's run has seen in its second half, one image of "
        "each given label at most. Dashed frames: wrong labels, with the true class in brackets where it is known. "
        "Authors and licences of the images: data/DATASET/ATTRIBUTION.md."
    )


class ClassSizesFigure(FigureEntry):
    """How many training images each class has."""

    kind: Literal["class_sizes"]
    sources: ClassVar[tuple[Source, ...]] = ("index",)
    note: ClassVar[str] = ""


Figure = Annotated[
    CurvesFigure | SweepFigure | DetectionFigure | ThresholdFigure | PCleanFigure | ExamplesFigure | ClassSizesFigure,
    Field(discriminator="kind"),
]


def shown_methods(figure: Figure) -> dict[str, str]:
    """The methods that a figure names in `params.yaml`, by their labels; those of a sweep are made of its values."""
    if isinstance(figure, LinesFigure):
        return figure.lines
    return {figure.method: figure.method} if isinstance(figure, SweepFigure | ExamplesFigure) else {}
