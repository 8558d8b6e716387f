"""The settings of the PRISM filter, and the filter built from them, for the two methods that use it."""

from pydantic import Field

from prism.core.filter import ColdStart, EmptyClasses, PrismFilter
from prism.core.scores import Score
from prism.methods.base import Settings, Setup


class FilterSettings(Settings):
    noise_rate: float = Field(ge=0, lt=1, description="R, the share of each batch to drop")
    window: int = Field(default=30, ge=1, description="tau; 1 is TRM, more is sTRM")
    score: Score = "centers"
    empty_classes: EmptyClasses = "count"
    cold_start: ColdStart = "keep"
    memory_size: int | None = Field(default=None, ge=1, description="rows of the bank; the training set's if not given")
    warm_up: int = Field(default=0, ge=0, description="first iterations in which nothing is dropped")


def build_filter(setup: Setup, settings: FilterSettings) -> PrismFilter:
    """Return a filter with these settings for the data of a training."""
    return PrismFilter(
        setup.num_classes,
        setup.dim,
        settings.noise_rate,
        settings.memory_size or setup.num_samples,
        settings.window,
        settings.score,
        settings.empty_classes,
        settings.cold_start,
    )
