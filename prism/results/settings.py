"""The settings of one run and of one measurement of training time: all that decides a result, apart from the data."""

from typing import Annotated, Any, Literal

from pydantic import Field, PlainSerializer

from prism.backbones.settings import Backbone
from prism.data.settings import Augmentation
from prism.io.strict_model import StrictModel

Precision = Literal["float32", "tf32", "bfloat16"]  # what prism/training/device.py can do
Sampler = Literal["uniform", "by_size"]  # what prism/training/sampler.py can do


class Training(StrictModel):
    """The budget of a training and its optimiser; the same for every method unless a method says otherwise."""

    iterations: int = Field(ge=1)
    classes_per_batch: int = Field(ge=2, description="P of the P x K sampler")
    images_per_class: int = Field(ge=2, description="K of the P x K sampler")
    sampler: Sampler = Field(
        default="uniform",
        description="all classes are as likely (the paper), or by the images they have left in a pass (the code)",
    )
    embedding_dim: int = Field(ge=1)
    learning_rate: float = Field(gt=0)
    weight_decay: float = Field(ge=0)
    head_rate: float = Field(default=1.0, gt=0, description="times the learning rate, for the last layer of a network")
    adam_eps: float = Field(default=1e-8, gt=0, description="epsilon of the optimiser, Adam")
    evaluate_every: int = Field(ge=1, description="iterations between two evaluations on the test classes")
    checkpoint_every: int = Field(ge=1, description="iterations between two resumable checkpoints")


class EndToEnd(StrictModel):
    """How a whole network is trained on images."""

    augmentation: Augmentation = Field(
        default="random_resized_crop",
        description="the authors' code, the paper's text, or small shifts for what may not be mirrored",
    )
    pretrained: bool = Field(default=True, description="start from the backbone's pretrained weights")
    device: Literal["gpu", "cpu"] = Field(
        default="gpu", description="a GPU if there is one, or the CPU in any case, with the same bytes on every machine"
    )
    precision: Precision = Field(
        default="float32",
        description="of products and convolutions: float32, or on a GPU rounded to TF32; or bfloat16 in the backbone",
    )
    cudnn_benchmark: bool = Field(
        default=True,
        description="on a GPU, cuDNN tries its kernels and takes the fastest, which may differ from run to run",
    )
    channels_last: bool = False
    compile: bool = False
    workers: int = Field(default=0, ge=0, description="processes that prepare batches ahead")


class Timing(StrictModel):
    """How training time is measured: in blocks of steps, for which the methods take turns."""

    iterations: int = Field(default=500, ge=1, description="timed steps of a block")
    repeats: int = Field(default=10, ge=2, description="blocks of each method, whose median counts")
    warm_up: int = Field(default=20, ge=1, description="steps ahead of each block that do not count")


class RunSettings(StrictModel):
    """Everything that decides a run's result, apart from the data."""

    study: str
    dataset: str
    noise: str
    noise_rate: float | None = Field(default=None, description="share of wrong labels; None where nobody says one")
    method: str
    uses: str
    seed: int
    backbone: str
    training: Training
    settings: dict[str, Any]
    network: Backbone | None = Field(default=None, description="what is trained end to end")
    end_to_end: EndToEnd | None = None
    labels: str | None = Field(
        default=None, description="the draw of the noise whose labels it is given, if not the one"
    )
    only_clean: Literal[True] | None = Field(default=None, description="trains on samples with a right label alone")


class TimingSettings(StrictModel):
    """Everything that decides a measurement of training time, apart from the data and the machine."""

    runs: list[RunSettings] = Field(min_length=1, description="of one dataset under one noise")
    how: Timing


# As they stand in a record: without the fields that are not set.
RecordedRun = Annotated[RunSettings, PlainSerializer(StrictModel.recorded)]
RecordedTiming = Annotated[TimingSettings, PlainSerializer(StrictModel.recorded)]
