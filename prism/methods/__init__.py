"""The methods that the paper compares: one small file each, found by its name, which declares a METHOD."""

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
    """Return the METHOD that `prism/methods/{uses}.py` declares."""
    found: type[Method] | None = None
    if uses in _file_names():
        found = getattr(import_module(f"prism.methods.{uses}"), "METHOD", None)
    if found is None:
        raise PrismError(f"there is no method prism/methods/{uses}.py: check `uses` in params.yaml.")
    return found


def all_methods() -> dict[str, type[Method]]:
    """Return the METHOD of every file by its name; files without one hold code that several methods share."""
    modules = {name: import_module(f"prism.methods.{name}") for name in _file_names()}
    return {name: module.METHOD for name, module in modules.items() if hasattr(module, "METHOD")}


def _file_names() -> list[str]:
    """Return the names of all files of this folder, without their endings."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def build_method(uses: str, settings: dict[str, Any], setup: Setup) -> Method:
    """Return the method of `prism/methods/{uses}.py` with these settings, after checking them."""
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
