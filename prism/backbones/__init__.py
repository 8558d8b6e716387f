"""Pretrained networks: one light file each, found by its name, which declares an ARCHITECTURE."""

import pkgutil
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from prism.errors import PrismError

if TYPE_CHECKING:
    from prism.backbones.base import Architecture

SHARED = {"base", "extract", "networks", "published", "settings"}  # modules here that are no architectures


def architecture_names() -> list[str]:
    """Return the names of all files in this folder that declare an architecture, sorted."""
    return sorted({module.name for module in pkgutil.iter_modules(__path__)} - SHARED)


def architecture_class(name: str) -> "type[Architecture]":
    """Return the ARCHITECTURE that `prism/backbones/{name}.py` declares; no library is imported for it."""
    if name not in architecture_names():
        raise PrismError(f"there is no backbone prism/backbones/{name}.py: check `architecture` in params.yaml.")
    architecture: type[Architecture] = import_module(f"prism.backbones.{name}").ARCHITECTURE
    return architecture


def backbone(name: str, **options: Any) -> "Architecture":
    """Return the architecture `name` with its options; the packages that it needs must be installed."""
    architecture = architecture_class(name)
    for package in architecture.packages:
        if find_spec(package) is None:
            raise PrismError(f"backbone {name} needs {package}: pip install 'prism[workflow]'.")
    known = [field.name for field in fields(architecture)]
    for option in options:
        if option not in known:
            allowed = f"it knows {', '.join(known)}" if known else "it has no options"
            raise PrismError(f"backbone {name} does not know the option {option}: {allowed}.")
    return architecture(**options)
