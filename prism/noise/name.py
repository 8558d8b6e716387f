"""The names of label noise, such as `symmetric-20`: a kind and a rate in percent."""

import re
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from pydantic import Field

from prism.errors import InputError
from prism.noise.model import NoiseModel
from prism.noise.models import all_noise_models, noise_kinds, noise_model

DRAW = "-draw"  # before the number of one of several draws of the same noise
AUTHORS = "authors-"  # the prefix of noise as in the lists that the paper's authors released


def _pattern(models: dict[str, NoiseModel]) -> str:
    """Return the regular expression of all names: kinds without a rate, those with lists, those without lists."""
    rate = "([1-9]|[1-9][0-9])"
    names = [
        kind if not model.has_rate else f"{f'({AUTHORS})?' if model.has_released_lists else ''}{kind}-{rate}"
        for kind, model in models.items()
    ]
    return f"^({'|'.join(names)})$"


def _description(models: dict[str, NoiseModel]) -> str:
    """Return what a name may be, in words."""
    fixed = [kind for kind, model in models.items() if not model.has_rate]
    rated = [f"{kind}-PERCENT" for kind, model in models.items() if model.has_rate]
    released = [kind for kind, model in models.items() if model.has_released_lists]
    kinds = f"{', '.join([*fixed, *rated[:-1]])} or {rated[-1]}"
    return f"{kinds}; {' and '.join(released)} also with {AUTHORS} before them"


PATTERN = _pattern(all_noise_models())
ALLOWED = _description(all_noise_models())
NoiseName = Annotated[str, Field(pattern=PATTERN, description=ALLOWED)]

if TYPE_CHECKING:
    NoiseKindName = str
else:
    NoiseKindName = Literal[*noise_kinds()]


class NoiseKind(NamedTuple):
    """The parts of a name of label noise."""

    kind: NoiseKindName
    rate: float  # the nominal share of wrong labels; 0 for kinds without a rate
    by_authors: bool = False  # whether the labels are those of a list that the paper's authors released
    draw: int | None = None  # which of several draws of the same noise, if there are several

    @property
    def model(self) -> NoiseModel:
        """The model that `prism/noise/models/{kind}.py` declares."""
        return noise_model(self.kind)

    @property
    def is_drawn(self) -> bool:
        """Whether the wrong labels are drawn here, and so can be drawn again."""
        return self.model.has_rate and not self.by_authors

    @property
    def label(self) -> str:
        """The noise for readers, such as "20% Small Cluster (authors)"."""
        if not self.model.has_rate:
            return self.model.label
        which = " (authors)" if self.by_authors else "" if self.draw is None else f" (draw {self.draw})"
        return f"{self.rate:.0%} {self.model.label}{which}"


def parse_noise(name: str) -> NoiseKind:
    """Return the parts of a name such as `symmetric-20`, `authors-symmetric-20` or `symmetric-20-draw1`."""
    noise, is_draw, draw = name.partition(DRAW)
    if not re.fullmatch(PATTERN, noise):
        raise InputError(f"noise {name!r} is unknown: it is {ALLOWED}.")
    kind, _, percent = noise.removeprefix(AUTHORS).partition("-")
    parsed = NoiseKind(kind, int(percent or 0) / 100, noise.startswith(AUTHORS))
    if not is_draw:
        return parsed
    if not parsed.is_drawn or not re.fullmatch(r"0|[1-9]\d*", draw):
        raise InputError(f"noise {name!r} is unknown: it is {ALLOWED}.")
    return parsed._replace(draw=int(draw))


def name_of_draw(noise: str, seed: int) -> str | None:
    """Return the name of the draw of a noise that a run of this seed gets; None where nothing is drawn."""
    return f"{noise}{DRAW}{seed}" if parse_noise(noise).is_drawn else None
