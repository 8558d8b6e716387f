"""Models of label noise: one light file each, found by its name, which declares a MODEL."""

from functools import cache

from prism.io.registry import Registry
from prism.noise.model import NoiseModel

MODELS = Registry[NoiseModel]("prism.noise.models", "MODEL", "noise model")


def noise_kinds() -> list[str]:
    """Return the kinds of noise, sorted."""
    return list(MODELS.all())


@cache
def noise_model(kind: str) -> NoiseModel:
    """Return the MODEL that `prism/noise/models/{kind}.py` declares."""
    return MODELS.find(kind)


def all_noise_models() -> dict[str, NoiseModel]:
    """Return every model of label noise by its kind."""
    return MODELS.all()
