"""Glyphs: a class is a character, and its images are how different free typefaces draw it."""

from pydantic import Field, model_validator

from prism.data.settings import DatasetSettings
from prism.data.source import Source
from prism.io.strict_model import Seed


class GlyphsDataset(DatasetSettings):
    """Characters, each drawn by many free typefaces."""

    size: int = Field(default=32, ge=16, le=256, description="pixels on a side")
    min_typefaces: int = Field(default=82, ge=2, description="typefaces that must draw a character")
    split_seed: Seed = Field(description="draws the characters that train and test; the others are for pretraining")
    train_classes: int = Field(default=98, ge=2, description="characters that train")
    test_classes: int = Field(default=98, ge=2, description="characters that test")
    pretrain_classes: int | None = Field(
        default=None, ge=2, description="characters to pretrain on; all that neither train nor test if not given"
    )
    images_per_class: int | None = Field(
        default=None, ge=2, description="images of a character at most, which the split seed draws; all if not given"
    )
    classes: int | None = Field(default=None, ge=4, description="use only the first so many characters")
    typefaces: int | None = Field(default=None, ge=2, description="use, and download, only the first so many typefaces")

    @model_validator(mode="after")
    def _check_that_limits_leave_enough(self) -> "GlyphsDataset":
        needed = self.train_classes + self.test_classes
        if self.classes is not None and self.classes < needed:
            raise ValueError(f"has classes {self.classes}, but train_classes and test_classes are {needed} together")
        if self.typefaces is not None and self.typefaces < self.min_typefaces:
            raise ValueError(f"has typefaces {self.typefaces}, but min_typefaces is {self.min_typefaces}")
        return self


SOURCE = Source(
    title="Glyphs",
    settings=GlyphsDataset,
    download_module="prism.data.glyphs.download",
    prepare_module="prism.data.glyphs.prepare",
    availability="downloadable (npm packages, 0.01 GB)",
)
