"""A user's own images: a folder for each class, or a CSV that says which class an image is of."""

from typing import Literal

from pydantic import Field

from prism.data.settings import Images
from prism.data.source import Source
from prism.io.strict_model import Seed


class FolderDataset(Images):
    """A user's own images: a folder for each class, or a CSV of path,label."""

    root: str = Field(description="folder of the images")
    labels: str | None = Field(
        default=None, description="CSV with the columns path and label; its paths are below root"
    )
    split: Literal["class", "image"] = Field(
        default="class", description="whole classes train or test, as in the paper, or images of every class do"
    )
    train_share: float = Field(
        default=0.5, gt=0, lt=1, description="share of the classes, or of the images of each, that train"
    )
    split_seed: Seed = 0

    @property
    def local_path(self) -> tuple[str, str]:
        return "root", self.root


SOURCE = Source(
    title="Own images",
    settings=FolderDataset,
    download_module="prism.data.folder.download",
    prepare_module="prism.data.folder.prepare",
    availability="needs your hand: set `root` to the folder of the images in params.yaml.",
)
