"""What a single verb is told with `--settings`: the parts of the configuration that decide a result."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, model_validator

Seed = Annotated[int, Field(ge=0)]
Name = Annotated[str, Field(pattern=r"^[a-z0-9_]+$", description="lower-case letters, digits and _")]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, content: Any) -> Any:
        """Name a misspelt key and the keys there are; pydantic would first complain of the one that is missing."""
        for key in content if isinstance(content, dict) else ():
            if key not in cls.model_fields:
                raise ValueError(f"has the unknown key {key!r}; it may have {', '.join(cls.model_fields)}")
        return content


class Training(Model):
    """The budget of a training and its optimiser; the same for every method unless a method says otherwise."""

    iterations: int = Field(ge=1)
    classes_per_batch: int = Field(ge=2, description="P of the P x K sampler")
    images_per_class: int = Field(ge=2, description="K of the P x K sampler")
    embedding_dim: int = Field(ge=1)
    learning_rate: float = Field(gt=0)
    weight_decay: float = Field(ge=0)
    evaluate_every: int = Field(ge=1, description="iterations between two evaluations on the test classes")
    checkpoint_every: int = Field(ge=1, description="iterations between two resumable checkpoints")


class EmojiDataset(Model):
    """Emoji concepts, each drawn by several free sets."""

    kind: Literal["emoji"]
    title: str
    size: int = Field(ge=16, le=512, description="pixels on a side")
    min_sets: int = Field(ge=2, le=11, description="sets that must draw a concept")
    split_seed: Seed = Field(description="draws the half of the classes that train")
    classes: int | None = Field(default=None, ge=4, description="use only the first so many concepts")


Resize = Annotated[Literal["shorter", "square"], Field(description="the shorter side, or both, become `size` pixels")]


class Images(Model):
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


class Backbone(Model):
    """A pretrained network: its features are extracted once, or it is trained end to end."""

    architecture: Literal["efficientnet_lite0", "bn_inception", "resnet18", "resnet50"]
    input_size: int = Field(ge=32, le=1024, description="pixels on a side of what the network sees")
    batch_size: int = Field(ge=1, description="images in a batch when features are extracted or scored")
    view: Literal["whole", "centre"] = Field(
        default="whole", description="features are of the whole image, squeezed into the input, or of its middle"
    )
    normalisation: Literal["imagenet", "caffe"] | None = Field(
        default=None,
        description="of BN-Inception's input: the authors' code, or as its weights were made (BGR, 0 .. 255)",
    )
    stem_relu: bool | None = Field(default=None, description="ResNet's first ReLU, which the authors' code lacks")
    seconds_per_iteration: float | None = Field(
        default=None, gt=0, description="of an end-to-end training on one GPU, to estimate what a study costs"
    )

    @property
    def options(self) -> dict[str, Any]:
        """What its architecture may be told, where it was said."""
        given = {"normalisation": self.normalisation, "stem_relu": self.stem_relu}
        return {name: value for name, value in given.items() if value is not None}


class EndToEnd(Model):
    """How a whole network is trained on images."""

    augmentation: Literal["random_resized_crop", "random_crop"] = Field(
        default="random_resized_crop", description="the authors' code, or the paper's text"
    )
    pretrained: bool = Field(default=True, description="start from the backbone's published weights")
    precision: Literal["float32", "bfloat16"] = "float32"
    channels_last: bool = False
    compile: bool = False
    workers: int = Field(default=0, ge=0, description="processes that prepare batches ahead")


class Noise(Model):
    seed: Seed
    images_per_cluster: float = Field(ge=1, description="Z of Small Cluster noise")
    lists: str | None = Field(default=None, description="a folder that has the authors' lists already")


class Timing(Model):
    """How training time is measured: in blocks of steps, for which the methods take turns."""

    iterations: int = Field(default=500, ge=1, description="timed steps of a block")
    repeats: int = Field(default=10, ge=2, description="blocks of each method, whose median counts")
    warm_up: int = Field(default=20, ge=1, description="steps ahead of each block that do not count")


class RunSettings(Model):
    """Everything that decides a run's result, apart from the data."""

    study: str
    dataset: str
    noise: str
    noise_rate: float
    method: str
    uses: str
    seed: int
    backbone: str
    training: Training
    settings: dict[str, Any]
    network: Backbone | None = Field(default=None, description="what is trained end to end")
    end_to_end: EndToEnd | None = None


class TimingSettings(Model):
    """Everything that decides a measurement of training time, apart from the data and the machine."""

    runs: list[RunSettings] = Field(min_length=1, description="of one dataset under one noise")
    how: Timing
