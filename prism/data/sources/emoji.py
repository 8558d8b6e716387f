"""Emoji: a class is a concept, and its images are how different free sets draw it."""

from pydantic import Field

from prism.data.settings import DatasetSettings
from prism.data.source import Source
from prism.io.strict_model import Seed


class EmojiDataset(DatasetSettings):
    """Emoji concepts, each drawn by several free sets."""

    size: int = Field(ge=16, le=512, description="pixels on a side")
    min_sets: int = Field(ge=2, le=11, description="sets that must draw a concept")
    split_seed: Seed = Field(description="draws the half of the classes that train")
    classes: int | None = Field(default=None, ge=4, description="use only the first so many concepts")


SOURCE = Source(
    title="Emoji",
    settings=EmojiDataset,
    download_module="prism.data.emoji.download",
    prepare_module="prism.data.emoji.prepare",
    availability="downloadable (npm packages, 0.03 GB)",
)
