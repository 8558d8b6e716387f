"""The keys that an entry under `datasets` in `params.yaml` may have."""

from typing import Annotated, Literal

from pydantic import Field, RootModel

from prism.io.strict_model import Seed, StrictModel


class EmojiDataset(StrictModel):
    """Emoji concepts, each drawn by several free sets."""

    kind: Literal["emoji"]
    title: str
    size: int = Field(ge=16, le=512, description="pixels on a side")
    min_sets: int = Field(ge=2, le=11, description="sets that must draw a concept")
    split_seed: Seed = Field(description="draws the half of the classes that train")
    classes: int | None = Field(default=None, ge=4, description="use only the first so many concepts")


Resize = Annotated[Literal["shorter", "square"], Field(description="the shorter side, or both, become `size` pixels")]


class Images(StrictModel):
    """Photographs, decoded and resized once."""

    title: str
    resize: Resize = "shorter"
    size: int = Field(default=256, ge=16, le=1024, description="pixels of that side")
    noise_rate: float | None = Field(default=None, ge=0, lt=1, description="R under natural noise, which is not known")


class PaperDataset(Images):
    """A dataset of the paper, as its file in prism/data/sources/ describes it."""

    kind: Literal["cub", "cars", "sop", "food101n", "cars98n", "oxford", "landmarks"]
    archive: str | None = Field(default=None, description="the archive, or a folder of them, that is on disk already")
    root: str | None = Field(default=None, description="a folder in which the files are unpacked already")


class FolderDataset(Images):
    """A user's own images: a folder for each class, or a CSV of path,label."""

    kind: Literal["folder"]
    root: str = Field(description="folder of the images")
    labels: str | None = Field(
        default=None, description="CSV with the columns path and label; its paths are below root"
    )
    train_share: float = Field(default=0.5, gt=0, lt=1, description="share of the classes that train; the others test")
    split_seed: Seed = 0


Dataset = Annotated[EmojiDataset | PaperDataset | FolderDataset, Field(discriminator="kind")]


class AnyDataset(RootModel[Dataset]):
    """A dataset of any kind, to be read from JSON."""
