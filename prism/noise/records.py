"""The two files of a noise: the labels that the training images were given, and a description of them."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import PlainSerializer

from prism.io.records import read_record
from prism.io.strict_model import StrictModel
from prism.noise.settings import Noise

# The columns of the table of labels, a row for each training image: its row in the dataset's index, its true and its
# given label, and whether the given one is wrong (missing where nobody knows).
LABEL_COLUMNS = ("index", "true", "given", "is_noisy")


def _without_paths(settings: Noise) -> dict[str, Any]:
    """Return the settings without `lists`, which is a path of the user's machine."""
    return settings.model_dump(exclude={"lists"})


class NoiseDescription(StrictModel):
    """The content of the JSON file beside the labels."""

    name: str
    settings: Annotated[Noise, PlainSerializer(_without_paths)]
    nominal_rate: float
    realised_rate: float | None  # None where nobody knows which labels are wrong
    images: int
    missing_images: int  # that could not be fetched any more
    classes_before: int
    classes_after: int
    eliminated_classes: list[int]
    transitions: list[list[int | float]]  # true class, given class, share: the entries of the matrix above 0
    sha256: str  # of the file of labels


def read_description(path: Path) -> NoiseDescription:
    """Return the description of a noise."""
    return read_record(path, NoiseDescription)
