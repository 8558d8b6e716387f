"""The methods that the paper compares: one small file each, found by its name."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from pydantic import ValidationError

from prism.errors import PrismError
from prism.methods.base import Method, Setup


def method_class(uses: str) -> type[Method]:
    """The method in `prism/methods/{uses}.py`."""
    if find_spec(f"prism.methods.{uses}") is None:
        raise PrismError(f"there is no method prism/methods/{uses}.py: check `uses` in params.yaml.")
    found: type[Method] = import_module(f"prism.methods.{uses}").METHOD
    return found


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
