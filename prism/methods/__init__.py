"""The methods that the paper compares: one small file each, found by its name."""

import pkgutil
from importlib import import_module
from typing import Any

from pydantic import ValidationError

from prism.errors import PrismError
from prism.methods.base import Method, Setup
from prism.runtime.shortcuts import import_later

# pytorch-metric-learning imports it for one function that no method here uses.
import_later("scipy.stats")


def method_class(uses: str) -> type[Method]:
    """The method in `prism/methods/{uses}.py`, which that file calls METHOD."""
    found: type[Method] | None = None
    if uses in _files():
        found = getattr(import_module(f"prism.methods.{uses}"), "METHOD", None)
    if found is None:
        raise PrismError(f"there is no method prism/methods/{uses}.py: check `uses` in params.yaml.")
    return found


def all_methods() -> dict[str, type[Method]]:
    """Every file that has a METHOD; what has none is shared by others."""
    modules = {name: import_module(f"prism.methods.{name}") for name in _files()}
    return {name: module.METHOD for name, module in modules.items() if hasattr(module, "METHOD")}


def _files() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def build_method(uses: str, settings: dict[str, Any], setup: Setup) -> Method:
    method = method_class(uses)
    try:
        checked = method.Settings.model_validate(settings)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(map(str, first["loc"]))
        allowed = ", ".join(method.Settings.model_fields)
        raise PrismError(
            f"method {uses}: setting {key} is {first['input']!r}: {first['msg']}; it knows {allowed}."
        ) from error
    return method(setup, checked)
