"""The methods that the paper compares: one small file each, found by its name, which declares a METHOD."""

from typing import Any

from pydantic import ValidationError

from prism.errors import PrismError
from prism.io.registry import Registry
from prism.methods.base import Method, Setup
from prism.runtime.shortcuts import import_later

# pytorch-metric-learning imports it for one function that no method here uses.
import_later("scipy.stats")


METHODS = Registry[type[Method]]("prism.methods", "METHOD", "method")


def method_class(uses: str) -> type[Method]:
    """Return the METHOD that `prism/methods/{uses}.py` declares."""
    return METHODS.find(uses)


def all_methods() -> dict[str, type[Method]]:
    """Return the METHOD of every file by its name; files without one hold code that several methods share."""
    return METHODS.all()


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
