"""The keys that entries under `datasets` in `params.yaml` have in common; a source adds those of its kind."""

from typing import Annotated, Literal

from pydantic import Field

from prism.io.strict_model import StrictModel

Augmentation = Literal["random_resized_crop", "random_crop", "shift"]  # what prism/data/augment.py can do


class DatasetSettings(StrictModel):
    """An entry under `datasets` in `params.yaml`, of any kind."""

    kind: str  # the file in prism/data/sources/
    title: str

    @property
    def natural_noise_rate(self) -> float | None:
        """The share of labels that are taken for wrong under natural noise; None where nobody says one."""
        return None

    @property
    def local_path(self) -> tuple[str, str] | None:
        """The key and the path of what the user has on disk already, such as ("archive", "~/cub.tgz")."""
        return None


Resize = Annotated[Literal["shorter", "square"], Field(description="the shorter side, or both, become `size` pixels")]


class Images(DatasetSettings):
    """Photographs, decoded and resized once."""

    resize: Resize = "shorter"
    size: int = Field(default=256, ge=16, le=1024, description="pixels of that side")
    noise_rate: float | None = Field(
        default=None, ge=0, lt=1, description="R under natural noise; without it, filters estimate it as they train"
    )

    @property
    def natural_noise_rate(self) -> float | None:
        return self.noise_rate


class ArchiveDataset(Images):
    """A dataset that comes as archives, as its file in prism/data/sources/ describes it."""

    archive: str | None = Field(default=None, description="the archive, or a folder of them, that is on disk already")
    root: str | None = Field(default=None, description="a folder in which the files are unpacked already")

    @property
    def local_path(self) -> tuple[str, str] | None:
        if self.root is not None:
            return "root", self.root
        return None if self.archive is None else ("archive", self.archive)
