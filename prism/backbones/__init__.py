"""Pretrained networks whose features the studies use: one small file each, found by its name."""

import pkgutil
from dataclasses import fields
from importlib import import_module
from typing import TYPE_CHECKING, Any

from prism.errors import PrismError

if TYPE_CHECKING:
    from prism.backbones.base import Architecture


def backbone(architecture: str, **options: Any) -> "Architecture":
    """The network in `prism/backbones/{architecture}.py`, which that file calls ARCHITECTURE, with its options."""
    found: type[Architecture] | None = None
    if architecture in _files():
        found = getattr(_imported(architecture), "ARCHITECTURE", None)
    if found is None:
        raise PrismError(
            f"there is no backbone prism/backbones/{architecture}.py: check `architecture` in params.yaml."
        )
    known = [field.name for field in fields(found)]
    for option in options:
        if option not in known:
            allowed = f"it knows {', '.join(known)}" if known else "it has no options"
            raise PrismError(f"backbone {architecture} does not know the option {option}: {allowed}.")
    return found(**options)


def _files() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def _imported(architecture: str) -> Any:
    try:
        return import_module(f"prism.backbones.{architecture}")
    except ModuleNotFoundError as error:
        raise PrismError(f"backbone {architecture} needs {error.name}: pip install 'prism[workflow]'.") from error
