"""The declaration that a file in prism/noise/models/ makes of a model of label noise."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from prism.noise.settings import Noise

    Labels = NDArray[np.integer]
    Features = NDArray[np.floating]


class Corrupt(Protocol):
    def __call__(self, labels: "Labels", rate: float, settings: "Noise", features: "Features | None") -> "Labels":
        """Return given labels (N,) for true labels (N,); features (N, D) where the model needs them."""


# How the classes of a list are numbered. "by_rank": from 1 in the order of their names. "by_survivors": the classes
# that are left are counted anew, and are recognised by their clean images.
Numbering = Literal["by_rank", "by_survivors"]


# The matrix of chances that a class is mistaken for another: equal for all others, or any other matrix, or no matrix,
# because images of a class that dissolves go to many classes.
Transition = Literal["symmetric", "other", "open_set"]


class ReleasedLists(NamedTuple):
    """How the paper's authors named and numbered their lists of noisy labels of one model."""

    name: str  # within the names of their files: "smallcluster" in CARS_0.25smallclusternoised_train.csv
    numbering: Numbering


@dataclass(frozen=True, kw_only=True)
class NoiseModel:
    """A way in which labels are wrong. `corrupt` imports NumPy when it is called, so that reading names stays quick."""

    label: str  # for readers, such as "Small Cluster"
    corrupt: Corrupt
    has_rate: bool = True  # whether its name ends in a percentage, as in symmetric-20
    needs_features: bool = False  # whether `corrupt` needs features of the images
    truth_is_known: bool = True  # whether it is known which labels are wrong
    released: ReleasedLists | None = None
    transition: Transition = "other"

    @property
    def has_released_lists(self) -> bool:
        """Whether the paper's authors released lists of labels under this noise."""
        return self.released is not None
