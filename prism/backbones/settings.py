"""The keys that an entry under `backbones` in `params.yaml` may have."""

from typing import Any, Literal

from pydantic import Field

from prism.io.strict_model import StrictModel


class Backbone(StrictModel):
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
