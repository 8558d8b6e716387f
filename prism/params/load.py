"""Reading `params.yaml`, and telling a mistake in it in one sentence."""

from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from prism.errors import PrismError
from prism.files import existing
from prism.params.models import Params
from prism.params.references import check_references


def load(path: Path = Path("params.yaml")) -> Params:
    try:
        content = yaml.safe_load(existing(path).read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise PrismError(f"{path} is not valid YAML: {' '.join(str(error).split())}.") from error
    return parse(content)


def parse(content: Any) -> Params:
    """The checked parameters of a configuration that has been read already."""
    try:
        params = Params.model_validate(content)
    except ValidationError as error:
        raise PrismError(_sentence(error)) from error
    check_references(params)
    return params


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    # The tag of a discriminated union is part of pydantic's path, but not of the file's.
    path = [
        str(part) for part in first["loc"] if str(part) not in ("iterations", "sweep") or first["loc"][0] != "figures"
    ]
    key = ".".join(part for part in path if part != "[key]") or "params.yaml"
    more = error.error_count() - 1
    rest = f" ({more} more after this one)" if more else ""
    if first["type"] == "extra_forbidden":
        allowed = ", ".join(_siblings(first["loc"]))
        return f"params.yaml: {key} is not a known key; {allowed or 'remove it'}{rest}."
    if first["type"] == "missing":
        return f"params.yaml: {key} is missing; add it{rest}."
    message = first["msg"].removeprefix("Value error, ")
    return f"params.yaml: {key} is {first['input']!r}, but {_lower(message)}{rest}."


def _siblings(location: tuple[int | str, ...]) -> list[str]:
    """What may stand where an unknown key stands, found by walking the models along its path."""
    schema: Any = Params.model_json_schema()
    definitions = schema["$defs"]
    for part in location[:-1]:
        if "properties" in schema and part in schema["properties"]:
            schema = schema["properties"][part]
        else:
            schema = schema.get("additionalProperties", schema.get("items", schema))
        schema = _resolve(schema, definitions, part)
    names = sorted(schema.get("properties", {}))
    return [f"here may stand {', '.join(names)}"] if names else []


def _resolve(schema: Any, definitions: Any, part: int | str) -> Any:
    for option in schema.get("oneOf", schema.get("anyOf", [])):
        candidate = _resolve(option, definitions, part)
        if candidate.get("properties"):
            return candidate
    return definitions[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]
