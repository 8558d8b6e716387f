"""The keys under `noise` in `params.yaml`."""

from pydantic import Field

from prism.io.strict_model import Seed, StrictModel


class Noise(StrictModel):
    seed: Seed
    per_seed: bool = Field(
        default=False, description="each seed draws wrong labels of its own, so that intervals include that draw"
    )
    images_per_cluster: float = Field(ge=1, description="Z of Small Cluster noise")
    lists: str | None = Field(default=None, description="a folder that has the authors' lists, cleaned ones too")
