"""Models of label noise: one light file each, found by its name, which declares a MODEL."""

import pkgutil
from importlib import import_module

from prism.errors import PrismError
from prism.noise.model import NoiseModel


def noise_kinds() -> list[str]:
    """Return the names of all files in this folder, sorted; each of them is a kind of noise."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def noise_model(kind: str) -> NoiseModel:
    """Return the MODEL that `prism/noise/models/{kind}.py` declares."""
    if kind not in noise_kinds():
        raise PrismError(f"there is no noise model prism/noise/models/{kind}.py: use {', '.join(noise_kinds())}.")
    model: NoiseModel = import_module(f"prism.noise.models.{kind}").MODEL
    return model


def all_noise_models() -> dict[str, NoiseModel]:
    """Return every model of label noise by its kind."""
    return {kind: noise_model(kind) for kind in noise_kinds()}
