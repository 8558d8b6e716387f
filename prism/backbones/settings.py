"""The keys that an entry under `backbones` in `params.yaml` may have."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, create_model

from prism.backbones import architecture_class, architecture_names
from prism.io.strict_model import StrictModel

if TYPE_CHECKING:
    ArchitectureName = str
else:
    ArchitectureName = Literal[*architecture_names()]


class BackboneSettings(StrictModel):
    """A pretrained network: its features are extracted once, or it is trained end to end."""

    architecture: ArchitectureName
    input_size: int = Field(ge=32, le=1024, description="pixels on a side of what the network sees")
    batch_size: int = Field(ge=1, description="images in a batch when features are extracted or scored")
    view: Literal["whole", "centre"] = Field(
        default="whole", description="features are of the whole image, squeezed into the input, or of its middle"
    )
    seconds_per_iteration: float | None = Field(
        default=None, gt=0, description="of an end-to-end training on one GPU, to estimate what a study costs"
    )

    @property
    def options(self) -> dict[str, Any]:
        """The options of its architecture that params.yaml sets."""
        given = {name: getattr(self, name) for name in type(self).model_fields.keys() - BackboneSettings.model_fields}
        return {name: value for name, value in sorted(given.items()) if value is not None}


def _option_fields() -> dict[str, Any]:
    """Return the options of all architectures as fields of a model; None leaves an option at its default.

    Architectures that have an option of one name must declare it alike.
    """
    found: dict[str, Any] = {}
    for name in architecture_names():
        for option in fields(architecture_class(name)):
            type_of_option: Any = option.type
            found[option.name] = (
                type_of_option | None,
                Field(default=None, description=option.metadata["description"]),
            )
    return found


if TYPE_CHECKING:
    Backbone = BackboneSettings
else:
    Backbone = create_model(
        "Backbone", __base__=BackboneSettings, __doc__=BackboneSettings.__doc__, __module__=__name__, **_option_fields()
    )
