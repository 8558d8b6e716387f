"""The settings of the PRISM filter, and the filter built from them, for the two methods that use it."""

from typing import Annotated, Literal

from pydantic import Field
from torch import Tensor

from prism.core.filter import ColdStart, EmptyClasses, PrismFilter, Selection
from prism.core.scores import Score
from prism.methods.base import Settings, Setup, Step


class FilterSettings(Settings):
    noise_rate: Annotated[float, Field(ge=0, lt=1)] | Literal["auto"] = Field(
        description="R, the share of each batch to drop, or an estimate of it as the training goes"
    )
    window: int = Field(default=30, ge=1, description="tau; 1 is TRM, more is sTRM")
    score: Score = "centers"
    empty_classes: EmptyClasses = "count"
    cold_start: ColdStart = "keep"
    memory_size: int | None = Field(default=None, ge=1, description="rows of the bank; the training set's if not given")
    warm_up: int = Field(default=0, ge=0, description="first iterations in which nothing is dropped")


def filtered_step(loss: Tensor, selection: Selection, settings: FilterSettings) -> Step:
    """Return the outcome of a method whose loss is of the samples that the filter kept."""
    estimated = selection.noise_rate if settings.noise_rate == "auto" else None
    return Step(loss, selection.keep, selection.p_clean, selection.threshold, estimated)


def build_filter(setup: Setup, settings: FilterSettings) -> PrismFilter:
    """Return a filter with these settings for the data of a training."""
    return PrismFilter(
        setup.num_classes,
        setup.dim,
        memory_size=settings.memory_size or setup.num_samples,
        noise_rate=settings.noise_rate,
        window=settings.window,
        score=settings.score,
        empty_classes=settings.empty_classes,
        cold_start=settings.cold_start,
    )
