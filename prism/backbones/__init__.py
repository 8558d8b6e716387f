"""Pretrained networks, their weights, and features extracted with them."""

from dataclasses import fields
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from prism.errors import PrismError
from prism.io.registry import Registry

if TYPE_CHECKING:
    from prism.backbones.base import Architecture

ARCHITECTURES: "Registry[type[Architecture]]" = Registry(
    "prism.backbones.architectures", "ARCHITECTURE", "architecture"
)


def architecture_names() -> list[str]:
    """Return the names of all architectures, sorted."""
    return list(ARCHITECTURES.all())


@cache
def architecture_class(name: str) -> "type[Architecture]":
    """Return the ARCHITECTURE that `prism/backbones/architectures/{name}.py` declares; no library is imported."""
    return ARCHITECTURES.find(name)


def backbone(name: str, **options: Any) -> "Architecture":
    """Return the architecture `name` with its options; the packages that it needs must be installed."""
    architecture = architecture_class(name)
    for package in architecture.packages:
        if find_spec(package) is None:
            raise PrismError(f"backbone {name} needs {package}: pip install 'prism-dml[audit]'.")
    known = [field.name for field in fields(architecture)]
    for option in options:
        if option not in known:
            allowed = f"it knows {', '.join(known)}" if known else "it has no options"
            raise PrismError(f"backbone {name} does not know the option {option}: {allowed}.")
    return architecture(**options)
