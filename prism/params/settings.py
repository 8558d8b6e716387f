"""What a single verb is told with `--settings`: the parts of the configuration that decide a result."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Seed = Annotated[int, Field(ge=0)]


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


class Backbone(Model):
    """A pretrained network whose features are extracted once."""

    architecture: Literal["efficientnet_lite0"]
    input_size: int = Field(ge=32, le=1024, description="images are resized to this many pixels on a side")
    batch_size: int = Field(ge=1)


class Noise(Model):
    seed: Seed
    images_per_cluster: float = Field(ge=1, description="Z of Small Cluster noise")


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
