"""Label noise: models that turn true labels into given ones, their names, and the lists that were released."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prism.noise.models.pairwise import pairwise
    from prism.noise.models.smallcluster import small_cluster
    from prism.noise.models.symmetric import symmetric

__all__ = ["pairwise", "small_cluster", "symmetric"]


def __getattr__(name: str) -> Any:
    """Import a function of a model when it is first used."""
    if name in __all__:
        return getattr(import_module(f"prism.noise.models.{name.replace('_', '')}"), name)
    raise AttributeError(f"module 'prism.noise' has no attribute {name!r}")
