"""The names of label noise, such as `symmetric-20`: a kind and a rate in percent."""

import re
from typing import Annotated, Literal, NamedTuple, cast

from pydantic import Field

from prism.errors import InputError

_RATE = "([1-9]|[1-9][0-9])"
PATTERN = rf"^(clean|natural|(authors-)?(symmetric|smallcluster)-{_RATE}|pairwise-{_RATE})$"
ALLOWED = (
    "clean, natural, or symmetric-, smallcluster- or pairwise-PERCENT, the first two also with authors- before them"
)
NoiseName = Annotated[str, Field(pattern=PATTERN, description=ALLOWED)]
NoiseKindName = Literal["clean", "natural", "symmetric", "smallcluster", "pairwise"]

LABELS = {"symmetric": "symmetric", "smallcluster": "Small Cluster", "pairwise": "pairwise"}
AUTHORS = "authors-"


class NoiseKind(NamedTuple):
    kind: NoiseKindName
    rate: float  # the nominal share of wrong labels; of natural noise nobody knows it
    by_authors: bool = False  # as in the list that the paper's authors released

    @property
    def label(self) -> str:
        if self.kind not in LABELS:
            return self.kind
        return f"{self.rate:.0%} {LABELS[self.kind]}{' (authors)' if self.by_authors else ''}"


def parse_noise(name: str) -> NoiseKind:
    if not re.fullmatch(PATTERN, name):
        raise InputError(f"noise {name!r} is unknown: it is {ALLOWED}.")
    kind, _, percent = name.removeprefix(AUTHORS).partition("-")
    return NoiseKind(cast("NoiseKindName", kind), int(percent or 0) / 100, name.startswith(AUTHORS))
