"""The names of label noise, such as `symmetric-20`: a kind and a rate in percent."""

import re
from typing import Annotated, Literal, NamedTuple, cast

from pydantic import Field

from prism.errors import InputError

PATTERN = r"^(clean|(symmetric|smallcluster|pairwise)-([1-9]|[1-9][0-9]))$"
NoiseName = Annotated[
    str, Field(pattern=PATTERN, description="clean, or symmetric-, smallcluster- or pairwise-PERCENT")
]
NoiseKindName = Literal["clean", "symmetric", "smallcluster", "pairwise"]

LABELS = {"clean": "clean", "symmetric": "symmetric", "smallcluster": "Small Cluster", "pairwise": "pairwise"}


class NoiseKind(NamedTuple):
    kind: NoiseKindName
    rate: float  # the nominal share of wrong labels

    @property
    def label(self) -> str:
        return self.kind if self.kind == "clean" else f"{self.rate:.0%} {LABELS[self.kind]}"


def parse_noise(name: str) -> NoiseKind:
    if not re.fullmatch(PATTERN, name):
        raise InputError(f"noise {name!r} is unknown: it is clean, or symmetric-, smallcluster- or pairwise-PERCENT.")
    kind, _, percent = name.partition("-")
    return NoiseKind(cast("NoiseKindName", kind), int(percent or 0) / 100)
