"""The content of summary.json: a few numbers of an audit, and how they were computed."""

from typing import Literal

from pydantic import Field

from prism.io.strict_model import StrictModel


class Unreadable(StrictModel):
    """A file that could not be taken as an image."""

    path: str
    why: str


class UsedFeatures(StrictModel):
    """The features that images were compared by."""

    name: str  # such as "efficientnet_lite0", or the user's file
    dim: int
    backbone: str | None = None  # None: the features are the user's own


class UsedRate(StrictModel):
    """The share of wrong labels that decided how many are flagged."""

    value: float
    low: float | None = None  # the range of an estimated rate
    high: float | None = None
    source: Literal["estimated", "given"]
    method: str  # how it was found, as part of a sentence: "estimated from the nearest images of each image"


class AuditSummary(StrictModel):
    """The few numbers of an audit."""

    folder: str
    labels: str | None = None  # the file of labels, if the folders are not the classes
    date: str  # such as "2026-01-31 12:00"
    images: int
    classes: int
    noise_rate: UsedRate
    score: str  # how P_clean is computed
    threshold: float | None  # labels whose P_clean is at most this are flagged; None: no label is
    flagged: int
    not_judged: int = 0  # images that are alone in their class
    outliers: int
    near_duplicates: int
    conflicting_duplicates: int = 0  # near duplicates of an image that has another label
    unreadable: list[Unreadable] = Field(default_factory=list)
    features: UsedFeatures
    versions: dict[str, str] = Field(default_factory=dict)
    sha256: dict[str, str] = Field(default_factory=dict)  # of the inputs
    seconds: float
